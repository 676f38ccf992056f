import { startTransition, useState } from "react";
import type { FocusEvent } from "react";

/** The work that has the focus, by its id: it must not leave the page. */
export function useHeld() {
  const [held, setHeld] = useState<string | null>(null);
  // Nothing to be seen changes: it must not keep what one does from being seen.
  const hold = (id: string | null) => startTransition(() => setHeld(id));
  function release({ target, relatedTarget }: FocusEvent) {
    // What the focus goes on to holds itself; let go before, it might be gone by then.
    const goesOn = relatedTarget instanceof Element && relatedTarget.closest(".wall-place");
    // A window that is left keeps the focus where it was.
    if (!goesOn && target !== document.activeElement) hold(null);
  }
  return { held, hold, release };
}
