import { t } from "../language/text";
import { useState } from "react";
import type { ReactNode } from "react";
import { refusalLine, refusalParts } from "../identity/refusal";
import type { Refused } from "../identity/refusal";
import { showToast } from "./toasts";

type Request<Failure> = () => Promise<{ error: Failure | null }>;

/**
 * Runs a call and turns a rejection, such as a network error, into a failure.
 *
 * @returns Why it failed; `unheard`: no response arrived, so the result is unknown.
 */
export async function failureOf<Failure>(
  request: Request<Failure>,
): Promise<Failure | "unheard" | null> {
  try {
    return (await request()).error;
  } catch (error) {
    console.error(error);
    return "unheard";
  }
}

/** The message next to the button of the request. */
export function describeFailure(failure: Refused | "unheard" | null): ReactNode {
  return failure === "unheard" ? t("No answer came. Try again.") : failure && refusalLine(failure);
}

/** Shows the server's refusal, with a countdown to the next attempt. */
export function showRefusal(refused: Refused): void {
  const { reason, wait } = refusalParts(refused);
  const waiting = wait !== null && { detail: wait, waitMs: refused.retryAfterMs };
  showToast("error", { title: reason, ...waiting });
}

/** Shows why a call failed. A call without a response can be retried from there. */
export function showFailure(failure: Refused | "unheard", again: () => void): void {
  if (failure !== "unheard") showRefusal(failure);
  else {
    const detail = t("Check your connection. Nothing that you wrote is lost.");
    showToast("error", { title: t("No answer came"), detail, onRetry: again });
  }
}

/**
 * Runs a button's call and shows its failure.
 *
 * @returns Whether it is running, and a function that runs it; `onDone` is called after a
 *   success.
 */
export function useRequest() {
  const [underWay, setUnderWay] = useState(0);
  async function ask(request: Request<Refused>, onDone?: () => void) {
    setUnderWay((count) => count + 1);
    const failure = await failureOf(request);
    setUnderWay((count) => count - 1);
    if (failure) showFailure(failure, () => run(request, onDone));
    else onDone?.();
  }
  const run = (...asked: Parameters<typeof ask>) => void ask(...asked);
  return [underWay > 0, run] as const;
}
