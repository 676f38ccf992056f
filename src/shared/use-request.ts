import { useState } from "react";
import type { ReactNode } from "react";
import { refusalLine, refusalParts } from "../identity/refusal";
import type { Refused } from "../identity/refusal";
import { showToast } from "./toasts";

type Request<Failure> = () => Promise<{ error: Failure | null }>;

/**
 * Runs a call; one that is rejected, as by a dead network, ends too.
 *
 * @returns Why it failed; `unheard`: no answer came, so nobody knows.
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

/** What is written in the place where something was asked for. */
export function describeFailure(failure: Refused | "unheard" | null): ReactNode {
  return failure === "unheard" ? "No answer came. Try again." : failure && refusalLine(failure);
}

/** Tells what the server said no to, and counts down to when it may be tried again. */
export function showRefusal(refused: Refused): void {
  const { reason, wait } = refusalParts(refused);
  const waiting = wait !== null && { detail: wait, waitMs: refused.retryAfterMs };
  showToast("error", { title: reason, ...waiting });
}

/** Tells why a call failed. What got no answer can be asked again from there. */
export function showFailure(failure: Refused | "unheard", again: () => void): void {
  if (failure !== "unheard") showRefusal(failure);
  else {
    const detail = "Check your connection. Nothing that you wrote is lost.";
    showToast("error", { title: "No answer came", detail, onRetry: again });
  }
}

/**
 * Runs what a button asks for and tells its failure.
 *
 * @returns Whether it is under way, and what runs it; `onDone` follows a success.
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
