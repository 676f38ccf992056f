/** A mistake of the kind people make, which the tests have to notice. */
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
