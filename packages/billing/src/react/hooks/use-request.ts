import type { Result } from "../../contract/errors";
import { useBilling } from "../context";
import { useWork } from "./use-work";
import type { BillingFailureReport } from "../ports";

/**
 * Runs the request of a button, one at a time, and reports failures to the host.
 *
 * @returns Whether it is running; the function that runs it, which returns the
 *   outcome; and why the last one failed, to show next to the button.
 */
export function useRequest(operation: BillingFailureReport["operation"]) {
  const { reportError } = useBilling("useRequest");
  const { state, failure, begin, end } = useWork<"asking">();
  async function run(ask: () => Promise<Result<unknown>>): Promise<"done" | "failed"> {
    if (!begin("asking")) return "failed";
    const { error } = await ask();
    end(error);
    if (error) reportError({ ...error, operation });
    return error ? "failed" : "done";
  }
  return [state === "asking", run, failure] as const;
}
