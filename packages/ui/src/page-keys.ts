/** Where keys are words, or work what has the focus. */
const THEIRS = "input, textarea, select, video, [contenteditable]";
const IN_FRONT = "[role=dialog], [role=alertdialog]";

/**
 * Whether a key is pressed for the page as a whole: not for a field or a player, not while
 * something is in front of the page, and not together with a key that makes it the browser's.
 */
export function isForPage(event: KeyboardEvent): boolean {
  const { target } = event;
  if (event.defaultPrevented || event.isComposing) return false;
  if (event.metaKey || event.ctrlKey || event.altKey) return false;
  if (target instanceof Element && target.closest(THEIRS)) return false;
  return document.querySelector(IN_FRONT) === null;
}
