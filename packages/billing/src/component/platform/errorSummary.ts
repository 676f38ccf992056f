const MAX_LENGTH = 300;

/** The first line of an error, for operators: Convex shows documents and values in the lines after it. */
export function summaryOf(error: unknown): string {
  const [line = ""] = String(error).split("\n", 1);
  return line.replace(/^Error: /, "").slice(0, MAX_LENGTH);
}
