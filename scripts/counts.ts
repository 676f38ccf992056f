/** The numbers of tests by result. */
export interface Counts {
  passed: number;
  failed: number;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

function sum(record: Record<string, unknown>, fields: readonly string[]): number {
  return fields.reduce((total, field) => {
    const value = record[field];
    if (typeof value !== "number") throw new Error(`The report of the tests has no ${field}`);
    return total + value;
  }, 0);
}

/** Reads the counts from a report by vitest or Playwright. */
export function countTests(report: unknown): Counts {
  if (!isRecord(report)) throw new Error("The report of the tests is not an object");
  const { stats } = report;
  return isRecord(stats)
    ? { passed: sum(stats, ["expected", "flaky"]), failed: sum(stats, ["unexpected"]) }
    : { passed: sum(report, ["numPassedTests"]), failed: sum(report, ["numFailedTests"]) };
}

/** The last line of `npm test`. */
export function sayCounts(counts: readonly Counts[]): string {
  const total = (field: keyof Counts) => counts.reduce((sum, count) => sum + count[field], 0);
  return `${total("passed")} passed, ${total("failed")} failed`;
}
