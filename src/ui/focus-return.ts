import { useRef } from "react";

/** Who opened each open dialog, nearest first. */
const openers = new WeakMap<Element, readonly HTMLElement[]>();
/** Who opened the dialog that opened last. */
let latest: readonly HTMLElement[] = [];

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
    // The focus is nowhere when one dialog took another's place and that is gone already.
    const isNowhere = from === document.body;
    back.current = isNowhere ? latest : [from, ...((outer && openers.get(outer)) ?? [])];
    latest = back.current;
    openers.set(dialog, back.current);
  }

  function giveBack() {
    back.current.find((opener) => opener.isConnected)?.focus();
  }

  return { remember, giveBack };
}
