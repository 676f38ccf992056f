import { useEffect, useRef } from "react";
import type { RefObject } from "react";
import { lastMove } from "../shared/last-navigation";

const SITE_NAME = "Spotlight";

interface Page {
  path: string;
  /** Null: the page's heading is its title. */
  title: string | null;
  /** Where the page is drawn. */
  main: RefObject<HTMLElement | null>;
}

/** What a tab says: the site's name at home, the page's before it elsewhere. */
export function titleOf(path: string, title: string | null): string {
  return path === "/" || title === null || title === "" ? SITE_NAME : `${title} · ${SITE_NAME}`;
}

/**
 * Makes a change of page noticeable without a page load: the document gets the page's title, the
 * page starts at its top, and its heading gets the focus, as soon as there is one.
 */
export function usePageArrival({ path, title, main }: Page): void {
  useTopOfPage(path);
  const lastPath = useRef(path);

  useEffect(() => {
    const arrived = lastPath.current !== path;
    lastPath.current = path;
    document.title = titleOf(path, title);

    const focusBefore = document.activeElement;
    return onHeading(main.current, (heading) => {
      if (title === null) document.title = titleOf(path, heading.textContent);
      const untouched = [focusBefore, document.body, main.current, null].includes(
        document.activeElement,
      );
      if (arrived && untouched) focusHeading(heading);
    });
  }, [path, title, main]);
}

/** A new page starts at its top; the browser's own back and forward restore where one was. */
function useTopOfPage(path: string): void {
  const lastPath = useRef(path);
  useEffect(() => {
    if (lastPath.current !== path && lastMove() !== "history") window.scrollTo(0, 0);
    lastPath.current = path;
  }, [path]);
}

/** Calls back once, now or when the page has loaded so far that it has a heading. */
function onHeading(main: HTMLElement | null, found: (heading: HTMLElement) => void) {
  const seek = () => {
    const heading = main?.querySelector("h1");
    if (heading) {
      observer.disconnect();
      found(heading);
    }
  };
  const observer = new MutationObserver(seek);
  if (main) observer.observe(main, { childList: true, subtree: true });
  seek();
  return () => observer.disconnect();
}

function focusHeading(heading: HTMLElement) {
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
