import type { Result } from "../../contract/errors";
import { useBilling } from "../context";
import { useWork } from "../hooks/use-work";
import type { BillingFailureReport } from "../ports";

/**
 * Runs what a button asks for, one thing at a time, and tells the host what
 * failed.
 *
 * @returns Whether it is under way; and what runs it, whose answer says how it ended.
 */
export function useRequest(operation: BillingFailureReport["operation"]) {
  const { reportError } = useBilling("useRequest");
  const { state, begin, end } = useWork<"asking">();
  async function run(ask: () => Promise<Result<unknown>>): Promise<"done" | "failed"> {
    if (!begin("asking")) return "failed";
    const { error } = await ask();
    end();
    if (error) reportError({ ...error, operation });
    return error ? "failed" : "done";
  }
  return [state === "asking", run] as const;
}
