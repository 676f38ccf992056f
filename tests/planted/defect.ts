/** A plausible mistake that the tests must detect. */
export interface Defect {
  /** Short and unique: `follow-without-sign-in`. */
  id: string;
  /** The mistake, in one sentence. */
  what: string;
  /** Path from the root of the project. */
  file: string;
  /** Occurs in the file exactly once. */
  find: string;
  replace: string;
}
