/** A realistic bug that the tests must detect. */
export interface Defect {
  /** Short and unique: `follow-without-sign-in`. */
  id: string;
  /** The bug, in one sentence. */
  what: string;
  /** Path from the root of the project. */
  file: string;
  /** A text that occurs in the file exactly once. */
  find: string;
  replace: string;
}
