import { useState } from "react";
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
export function describeFailure(failure: { message: string } | "unheard" | null): string | null {
  return failure === "unheard" ? "No answer came. Try again." : (failure?.message ?? null);
}

/** Tells why a call failed. What got no answer can be asked again from there. */
export function tellFailure(failure: { message: string } | "unheard", again: () => void): void {
  if (failure !== "unheard") showToast("error", { title: failure.message });
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
  async function ask(request: Request<{ message: string }>, onDone?: () => void) {
    setUnderWay((count) => count + 1);
    const failure = await failureOf(request);
    setUnderWay((count) => count - 1);
    if (failure) tellFailure(failure, () => run(request, onDone));
    else onDone?.();
  }
  const run = (...asked: Parameters<typeof ask>) => void ask(...asked);
  return [underWay > 0, run] as const;
}
