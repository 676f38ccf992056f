import { useState } from "react";
import { showToast } from "./toasts";

interface Answer {
  error: { message: string } | null;
}

/**
 * Runs what a button asks for and tells its failure.
 *
 * @returns Whether it is under way, and what runs it; `onDone` follows a success.
 */
export function useRequest() {
  const [busy, setBusy] = useState(false);
  async function ask(request: () => Promise<Answer>, onDone?: () => void) {
    setBusy(true);
    const { error } = await request();
    setBusy(false);
    if (error) showToast("error", { title: error.message });
    else onDone?.();
  }
  const run = (...asked: Parameters<typeof ask>) => void ask(...asked);
  return [busy, run] as const;
}
