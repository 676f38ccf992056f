/** A problem that the user can fix. Its message is printed unchanged, without a stack. */
export class Refusal extends Error {
  override name = "Refusal";
}
