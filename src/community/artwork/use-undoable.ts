import { useEffect, useRef, useState } from "react";
import { showToast } from "../../shared/toasts";
import { failureOf, showFailure } from "../../shared/use-request";
import type { Refused } from "../../identity/refusal";

/** How long an undo is offered. */
const UNDO_MS = 6000;

type Call = () => Promise<{ error: Refused | null }>;

/**
 * Runs a call some seconds later, unless the user undoes it. Runs it immediately when the component
 * or the page closes.
 *
 * @returns Whether the call is waiting or done; and the function that starts it.
 */
export function useUndoable(call: Call, title: string): [isDone: boolean, begin: () => void] {
  const [isDone, setDone] = useState(false);
  const finish = useRef<(() => void) | null>(null);

  function run() {
    void failureOf(call).then((failure) => {
      if (failure === null) return;
      setDone(false);
      showFailure(failure, begin);
    });
  }

  function begin() {
    setDone(true);
    const end = () => {
      clearTimeout(timer);
      removeEventListener("pagehide", commit);
      finish.current = null;
    };
    const commit = () => {
      end();
      run();
    };
    const onUndo = () => {
      if (finish.current === null) return;
      end();
      setDone(false);
    };
    const timer = setTimeout(commit, UNDO_MS);
    addEventListener("pagehide", commit);
    finish.current = commit;
    showToast("info", { title, onUndo, waitMs: UNDO_MS });
  }

  useEffect(() => () => finish.current?.(), []);
  return [isDone, begin];
}
