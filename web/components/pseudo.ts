// A language that nobody speaks: English with accents and 40 % longer, so that tests find layouts that are too tight.
// It is made here and shipped nowhere. `en-XA` is its usual code.

export const PSEUDO = "en-XA";
const LONGER = 0.4;
const PLAIN = "aceinosuyzACEINOSUYZ";
const ACCENTED = "áçéîñôšüýžÁÇÉÎÑÔŠÜÝŽ";

const accented = (word: string) => word.replace(/[a-z]/gi, (letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter);

/** Stretches every word so that the text as a whole is 40 % longer. */
export function longer(text: string): string {
  let owed = 0;
  return text.replace(/\p{L}+/gu, (found) => {
    owed += LONGER * found.length;
    const more = Math.floor(owed);
    owed -= more;
    const word = accented(found);
    return word + word.slice(-1).toLowerCase().repeat(more);
  });
}

/** `Play now` becomes `Pláýý ñôww`; values in braces stay, and plural forms get longer. */
export function pseudo(sentence: string): string {
  return sentence
    .split(/(\{[^{}]*\})/)
    .map((piece) => (piece.startsWith("{") ? value(piece) : longer(piece)))
    .join("");
}

function value(piece: string): string {
  const [head, ...forms] = piece.slice(1, -1).split("|");
  return `{${[head, ...forms.map(longer)].join("|")}}`;
}
