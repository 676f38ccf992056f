import type { Result } from "../../contract/errors";

interface Asked {
  operation: string;
  /** Null: no customer. */
  customer: string | null;
}

/**
 * Logs one line for a refusal, so that operators find it by operation, customer or
 * code. The parameters stay out of the log.
 */
export function logRefusal<R extends Result<unknown>>(
  { operation, customer }: Asked,
  result: R,
): R {
  const { error, statusCode = null } = result;
  if (error) {
    const { code, message } = error;
    const line = { event: "refused", operation, customer, code, status: statusCode, message };
    console.warn(JSON.stringify(line));
  }
  return result;
}
