/** Why a backend could not start, in words that say what to do. */
export class StartError extends Error {
  constructor(
    readonly code: "port_in_use" | "port_refused" | "bad_options" | "functions_failed",
    message: string,
  ) {
    super(message);
  }
}
