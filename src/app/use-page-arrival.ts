import { useEffect, useRef } from "react";
import type { RefObject } from "react";
import { lastMove } from "../shared/last-navigation";

const SITE_NAME = "Spotlight";
/** The server's title of the page that was loaded, because two browsers may share its URL. */
const OF_FIRST_PAGE = "link[rel=canonical], link[rel=alternate], meta[name=robots]";

interface Page {
  path: string;
  /** Null: the page's heading is its title. */
  title: string | null;
  /** The element that contains the page. */
  main: RefObject<HTMLElement | null>;
}

/**
 * The title of the tab: the site's name on the home page, elsewhere the page's title followed by
 * it.
 */
export function titleOf(path: string, title: string | null): string {
  return path === "/" || title === null || title === "" ? SITE_NAME : `${title} · ${SITE_NAME}`;
}

/**
 * Announces a page change without a page load: it sets the document's title,
 * scrolls to the top, and focuses the heading as soon as there is one.
 */
export function usePageArrival({ path, title, main }: Page): void {
  useTopOfPage(path);
  const lastPath = useRef(path);

  useEffect(() => {
    const arrived = lastPath.current !== path;
    lastPath.current = path;
    if (arrived) for (const tag of document.head.querySelectorAll(OF_FIRST_PAGE)) tag.remove();
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

/** A new page starts at its top; the browser's back and forward restore the scroll position. */
function useTopOfPage(path: string): void {
  const lastPath = useRef(path);
  useEffect(() => {
    if (lastPath.current !== path && lastMove() !== "history") window.scrollTo(0, 0);
    lastPath.current = path;
  }, [path]);
}

/** Calls back once: now, or when the page has a heading. */
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
