import { useEffect, useLayoutEffect, useRef } from "react";
import type { RefObject } from "react";
import { isFocusNowhere, takesFocus } from "../../packages/ui/src/focus-return";

interface Page {
  path: string;
  /** The element that contains the page. */
  main: RefObject<HTMLElement | null>;
}

/**
 * When the focused element is removed, for example a deleted row, moves the focus to the element
 * that takes its place. A page change sets its own focus.
 */
export function useFocusRestoration({ path, main }: Page): void {
  const shown = useRef(path);
  useLayoutEffect(() => {
    shown.current = path;
  }, [path]);

  useEffect(() => {
    const page = main.current;
    if (!page) return;
    let lastFocus: { by: Element | null; at: string } = { by: null, at: shown.current };
    const note = () => (lastFocus = { by: document.activeElement, at: shown.current });
    const restore = (changes: MutationRecord[]) => {
      const { by, at } = lastFocus;
      if (!isFocusNowhere() || at !== shown.current || !by || by.isConnected) return;
      const loss = changes.find(({ removedNodes }) =>
        [...removedNodes].some((removed) => removed.contains(by)),
      );
      if (loss) nearestTo(loss).some(takesFocus);
    };
    const observer = new MutationObserver(restore);
    observer.observe(page, { childList: true, subtree: true });
    page.addEventListener("focusin", note);
    return () => {
      observer.disconnect();
      page.removeEventListener("focusin", note);
    };
  }, [main]);
}

/** The nearest remaining element: the next sibling, the previous one, or the parent. */
function nearestTo({ nextSibling, previousSibling, target }: MutationRecord): HTMLElement[] {
  return [nextSibling, previousSibling, target].filter(
    (node): node is HTMLElement => node instanceof HTMLElement && node.isConnected,
  );
}
