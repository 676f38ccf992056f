/** The tests that hold an attack off: file, and its name or a part of it. */
type Held = readonly [file: string, test: string];

/** An attack, and what keeps it from working here. */
export interface Row {
  number: number;
  attack: string;
  tests: readonly Held[];
}
