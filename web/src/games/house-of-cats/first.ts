/** The abilities that the rules give to a first match. Apart from the sheets, so that the home page stays small. */
export const FIRST_ABILITIES = "A,B,C,D";
