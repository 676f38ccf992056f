/** A test that prevents an attack: its file, and its title or a part of it. */
type Held = readonly [file: string, test: string];

/** An attack, and how this project prevents it. */
export interface Row {
  number: number;
  attack: string;
  tests: readonly Held[];
}
