/** The tests that prevent an attack: file, and its title or a part of it. */
type Held = readonly [file: string, test: string];

/** An attack, and what prevents it here. */
export interface Row {
  number: number;
  attack: string;
  tests: readonly Held[];
}
