import { useRef } from "react";

/** Who opened each open dialog, nearest first, and then what they stood in. */
const openers = new WeakMap<Element, readonly HTMLElement[]>();
/** Who opened the dialog that opened last and has not given the focus back yet. */
let latest: readonly HTMLElement[] = [];

/**
 * Gives the focus back when a dialog closes: to what had it before, or, when
 * that was in a dialog that has closed meanwhile, to what had opened that one.
 * Where they are gone or out of use, to the nearest thing around them that is left.
 */
export function useFocusReturn() {
  const back = useRef<readonly HTMLElement[]>([]);

  function remember(dialog: Element, opener = document.activeElement) {
    if (!(opener instanceof HTMLElement)) return;
    const outer = opener.closest("[role=dialog], [role=alertdialog]");
    // The focus is nowhere when one dialog took another's place and that is gone already.
    const isNowhere = opener === document.body;
    const around = (outer && openers.get(outer)) ?? surroundingsOf(opener);
    back.current = isNowhere ? latest : [opener, ...around];
    latest = back.current;
    openers.set(dialog, back.current);
  }

  function forget() {
    latest = [];
  }

  function giveBack() {
    forget();
    back.current.some((place) => (isControl(place) || isFocusNowhere()) && takesFocus(place));
  }

  return { remember, forget, giveBack };
}

/** What an element stands in, nearest first, up to the page. */
function surroundingsOf({ parentElement }: HTMLElement): HTMLElement[] {
  if (!parentElement || parentElement === document.body) return [];
  return [parentElement, ...surroundingsOf(parentElement)];
}

/** Focuses an element, or says that it can't have the focus. What is no control gets it from here alone. */
export function takesFocus(element: HTMLElement): boolean {
  if (!isControl(element) && !element.hasAttribute("tabindex")) element.tabIndex = -1;
  element.focus({ preventScroll: !isControl(element) });
  return document.activeElement === element;
}

export function isFocusNowhere(): boolean {
  return document.activeElement === document.body;
}

function isControl(element: HTMLElement): boolean {
  return element.matches("a[href], button, input, select, textarea");
}
