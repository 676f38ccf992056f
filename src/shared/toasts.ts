import type { ReactNode } from "react";
import type { ToasterProps, toast } from "sonner";

/** How news is shown; the numbers of the specification, whatever the library's own are. @see Spec §9 */
export const TOASTER = {
  theme: "light",
  richColors: true,
  position: "bottom-right",
  duration: 4000,
  visibleToasts: 3,
  gap: 14,
  hotkey: ["altKey", "KeyT"],
} as const satisfies Omit<ToasterProps, "hotkey"> & { hotkey: readonly string[] };

/** The longest wait that a toast stays for; a longer one would be in the way. */
const LONGEST_WAIT_MS = 60_000;

/** Width on screen, and how far a swipe has to go to dismiss. */
export const TOAST_WIDTH_PX = 356;

/** What is under way, and how it ended. */
type ToastState = "loading" | "success" | "info" | "warning" | "error";

export interface News {
  title: string;
  /** One line below the title. */
  detail?: ReactNode;
  /** News under an id replaces what was shown under it: loading becomes success or error. */
  id?: string | undefined;
  /** Asks once more for what failed. */
  onRetry?: (() => void) | undefined;
  /** The wait that the detail counts down, in milliseconds: the toast stays until it is over. */
  waitMs?: number | undefined;
}

type Library = typeof toast;

let opened: Library | null = null;
const waiting: ((library: Library) => void)[] = [];

/** The place for news comes after the page; what is told earlier waits for it. */
function withLibrary(news: (library: Library) => void): void {
  if (opened) news(opened);
  else waiting.push(news);
}

/** Tells that news can be shown from now on, and by what. */
export function openToasts(library: Library): void {
  opened = library;
  for (const news of waiting.splice(0)) news(library);
}

/**
 * Shows one piece of news. What is `loading` stays until it is replaced or dismissed.
 *
 * @see Spec §4, "Toast life cycle"
 */
export function showToast(
  state: ToastState,
  { title, detail, id, onRetry, waitMs = 0 }: News,
): void {
  const duration = TOASTER.duration + Math.min(waitMs, LONGEST_WAIT_MS);
  withLibrary((library) => {
    library[state](title, {
      description: detail,
      ...(id !== undefined && { id }),
      ...(onRetry && { action: { label: "Try again", onClick: onRetry } }),
      duration: state === "loading" ? Infinity : duration,
    });
  });
}

/** Takes one toast away, or, without an id, all of them. */
export function dismissToast(id?: string): void {
  withLibrary((library) => void library.dismiss(id));
}

/** What an answer of an HTTP server that is no success is called. @see Spec §8 */
export function describeHttpError(status: number): string {
  return `HTTP error! status ${status}`;
}
