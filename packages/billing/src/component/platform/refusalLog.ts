import type { Result } from "../../contract/errors";

interface Asked {
  operation: string;
  /** Null: nobody in particular. */
  customer: string | null;
}

/**
 * Writes one line for what was refused, so that operators find it by operation,
 * customer or code. What was asked with stays out of the log.
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
