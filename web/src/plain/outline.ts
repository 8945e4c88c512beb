// The picture of a game that brings none of its own.

/** `label: value`, with what belongs to it below. `seat`: the line is about this seat. */
export interface OutlineLine {
  label: string;
  value: string;
  lines: OutlineLine[];
  seat: number | null;
}

export interface OutlinePicture {
  outline: OutlineLine[];
}
