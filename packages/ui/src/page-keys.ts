/** Elements in which keys type text or control the element. */
const THEIRS = "input, textarea, select, video, [contenteditable]";
const IN_FRONT = "[role=dialog], [role=alertdialog]";

/**
 * Whether a key press is for the page: not for a field or a player, not while something covers the
 * page, and not with a modifier of the browser.
 */
export function isForPage(event: KeyboardEvent): boolean {
  const { target } = event;
  if (event.defaultPrevented || event.isComposing) return false;
  if (event.metaKey || event.ctrlKey || event.altKey) return false;
  if (target instanceof Element && target.closest(THEIRS)) return false;
  return document.querySelector(IN_FRONT) === null;
}
