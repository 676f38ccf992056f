import { useRef } from "react";
import type { FocusEvent } from "react";

/** The work that has the focus, by its id: it must not leave the page. */
export function useHeld() {
  // Not a state: a scroll that follows at once must know it, and nothing to be seen changes.
  const held = useRef<string | null>(null);
  const hold = (id: string) => {
    held.current = id;
  };
  function release({ target, relatedTarget }: FocusEvent) {
    // What the focus goes on to holds itself; let go before, it might be gone by then.
    const goesOn = relatedTarget instanceof Element && relatedTarget.closest(".wall-place");
    // A window that is left keeps the focus where it was.
    if (!goesOn && target !== document.activeElement) held.current = null;
  }
  return { held, hold, release };
}
