/** A reason not to go on that is the reader's to change: printed as it is, without a stack. */
export class Refusal extends Error {
  override name = "Refusal";
}
