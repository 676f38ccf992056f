import { useRef } from "react";

/** Who opened each open dialog, nearest first. */
const openers = new WeakMap<Element, readonly HTMLElement[]>();

/**
 * Gives the focus back when a dialog closes: to what had it before, or, when
 * that was in a dialog that has closed meanwhile, to what had opened that one.
 */
export function useFocusReturn() {
  const back = useRef<readonly HTMLElement[]>([]);

  function remember(dialog: Element) {
    const from = document.activeElement;
    if (!(from instanceof HTMLElement)) return;
    const outer = from.closest("[role=dialog], [role=alertdialog]");
    back.current = [from, ...((outer && openers.get(outer)) ?? [])];
    openers.set(dialog, back.current);
  }

  function giveBack() {
    back.current.find((opener) => opener.isConnected)?.focus();
  }

  return { remember, giveBack };
}
