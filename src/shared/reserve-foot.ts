/**
 * A ref for the control at the bottom of a page: toasts stay above it, and no focused element is
 * scrolled under it.
 */
export function reserveFoot(control: HTMLElement | null) {
  if (control === null) return;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    style.setProperty("--foot-height", `${control.offsetHeight}px`);
  });
  observer.observe(control);
  return () => {
    observer.disconnect();
    style.removeProperty("--foot-height");
  };
}
