import { startTransition, useRef, useState } from "react";
import type { FocusEvent } from "react";

/** The work that has the focus, by its id: it must not leave the page. */
export function useFocusedId() {
  // A scroll that follows at once draws before the state has changed: it reads this.
  const held = useRef<string | null>(null);
  const [, setDrawn] = useState<string | null>(null);
  function hold(id: string | null) {
    held.current = id;
    // Nothing to be seen changes: it must not keep what one does from being seen.
    startTransition(() => setDrawn(id));
  }
  function release({ target, relatedTarget }: FocusEvent) {
    // What the focus goes on to holds itself; let go before, it might be gone by then.
    const goesOn = relatedTarget instanceof Element && relatedTarget.closest(".grid-place");
    // A window that is left keeps the focus where it was.
    if (!goesOn && target !== document.activeElement) hold(null);
  }
  return { held, hold, release };
}
