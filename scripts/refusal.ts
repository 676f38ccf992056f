/** A problem that the user can fix: printed as it is, without a stack. */
export class Refusal extends Error {
  override name = "Refusal";
}
