import { useRef } from "react";

/** For each open dialog: the element that opened it, then its ancestors. */
const openers = new WeakMap<Element, readonly HTMLElement[]>();
/** The opener of the last dialog that has not returned the focus yet. */
let latest: readonly HTMLElement[] = [];

const CONTROLS = "a[href], button, input, select, textarea";

/** The control that was pressed last: Safari focuses not it, but an element around it. */
let pressed: HTMLElement | null = null;
if ("document" in globalThis) {
  document.addEventListener("click", notePress, { capture: true });
}

function notePress({ target }: MouseEvent): void {
  pressed = target instanceof Element ? target.closest<HTMLElement>(CONTROLS) : null;
}

/** The focused element, or the one that other browsers would have focused after the press. */
function focusedControl(): Element | null {
  const { activeElement } = document;
  return pressed && activeElement?.contains(pressed) ? pressed : activeElement;
}

/**
 * Returns the focus when a dialog closes: to the element that had it before, or, if that was in a
 * dialog that has closed in the meantime, to that dialog's opener. If these are gone or disabled,
 * to the nearest remaining ancestor.
 */
export function useFocusReturn() {
  const back = useRef<readonly HTMLElement[]>([]);

  function remember(dialog: Element, opener = focusedControl()) {
    if (!(opener instanceof HTMLElement)) return;
    const outer = opener.closest("[role=dialog], [role=alertdialog]");
    // No element has the focus if one dialog replaced another and has already closed.
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

/** The ancestors of an element, nearest first, up to the page. */
function surroundingsOf({ parentElement }: HTMLElement): HTMLElement[] {
  if (!parentElement || parentElement === document.body) return [];
  return [parentElement, ...surroundingsOf(parentElement)];
}

/**
 * Focuses an element, or returns false. An element that is not focusable gets a temporary tabindex.
 */
export function takesFocus(element: HTMLElement): boolean {
  if (!isControl(element) && !element.hasAttribute("tabindex")) element.tabIndex = -1;
  element.focus({ preventScroll: !isControl(element) });
  return document.activeElement === element;
}

export function isFocusNowhere(): boolean {
  return document.activeElement === document.body;
}

function isControl(element: HTMLElement): boolean {
  return element.matches(CONTROLS);
}
