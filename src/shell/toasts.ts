import { toast } from "sonner";
import type { ToasterProps } from "sonner";

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

/** Width on screen, and how far a swipe has to go to dismiss. */
export const TOAST_WIDTH_PX = 356;

/** What is under way, and how it ended. */
type ToastState = "loading" | "success" | "info" | "warning" | "error";

export interface News {
  title: string;
  /** One line below the title. */
  detail?: string | undefined;
  /** News under an id replaces what was shown under it: loading becomes success or error. */
  id?: string | undefined;
}

/**
 * Shows one piece of news. What is `loading` stays until it is replaced or dismissed.
 *
 * @see Spec §4, "Toast life cycle"
 */
export function showToast(state: ToastState, { title, detail, id }: News): void {
  toast[state](title, {
    description: detail,
    ...(id !== undefined && { id }),
    duration: state === "loading" ? Infinity : TOASTER.duration,
  });
}

/** Takes one toast away, or, without an id, all of them. */
export function dismissToast(id?: string): void {
  toast.dismiss(id);
}

/** What an answer of an HTTP server that is no success is called. @see Spec §8 */
export function describeHttpError(status: number): string {
  return `HTTP error! status ${status}`;
}
