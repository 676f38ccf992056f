import type { ReactNode } from "react";
import type { ToasterProps, toast } from "sonner";
import { t } from "../language/text";

/** The settings of toasts, from the specification. @see Spec §9 */
export const TOASTER = {
  theme: "light",
  richColors: true,
  position: "bottom-right",
  duration: 4000,
  visibleToasts: 3,
  gap: 14,
  hotkey: ["altKey", "KeyT"],
} as const satisfies Omit<ToasterProps, "hotkey"> & { hotkey: readonly string[] };

/** The longest wait for which a toast stays open. */
const LONGEST_WAIT_MS = 60_000;

/** The width, and the distance of a swipe that dismisses it. */
export const TOAST_WIDTH_PX = 356;

/** A running request, and its result. */
type ToastState = "loading" | "success" | "info" | "warning" | "error";

export interface News {
  title: string;
  /** One line below the title. */
  detail?: ReactNode;
  /** A toast with the same id replaces the shown one: loading becomes success or error. */
  id?: string | undefined;
  /** Retries what failed. */
  onRetry?: (() => void) | undefined;
  /** Undoes what was done. */
  onUndo?: (() => void) | undefined;
  /** The wait that the detail counts down, in milliseconds. The toast stays until it is over. */
  waitMs?: number | undefined;
}

type Library = typeof toast;

let opened: Library | null = null;
const waiting: ((library: Library) => void)[] = [];

/** The toast area renders after the page, so earlier toasts wait for it. */
function withLibrary(news: (library: Library) => void): void {
  if (opened) news(opened);
  else waiting.push(news);
}

/** Registers the library once toasts can be shown. */
export function openToasts(library: Library): void {
  opened = library;
  for (const news of waiting.splice(0)) news(library);
}

/**
 * Shows one toast. A `loading` toast stays until it is replaced or dismissed.
 *
 * @see Spec §4, "Toast life cycle"
 */
export function showToast(
  state: ToastState,
  { title, detail, id, onRetry, onUndo, waitMs = 0 }: News,
): void {
  const duration = TOASTER.duration + Math.min(waitMs, LONGEST_WAIT_MS);
  withLibrary((library) => {
    library[state](title, {
      description: detail,
      ...(id !== undefined && { id }),
      ...(onRetry && { action: { label: t("Try again"), onClick: onRetry } }),
      ...(onUndo && { action: { label: t("Undo"), onClick: onUndo } }),
      duration: state === "loading" ? Infinity : duration,
    });
  });
}

/** Dismisses one toast, or all without an id. */
export function dismissToast(id?: string): void {
  withLibrary((library) => void library.dismiss(id));
}
