import { useCallback, useEffect, useMemo, useRef, useState } from "react";

/**
 * How long the content stays after closing, so that the dialog is not blank during
 * its fade-out. Spec §9.
 */
export const DIALOG_CLEAR_MS = 200;

/** A slot for one dialog. */
export interface DialogSlot<Content> {
  open: boolean;
  /** The content of the dialog; null when there is none. */
  content: Content | null;
  /** Increases with every `show`: as a key, it gives each opening new state. */
  opening: number;
  show: (content: Content) => void;
  setOpen: (open: boolean) => void;
}

/**
 * Holds the content of at most one dialog, and keeps it for {@link
 * DIALOG_CLEAR_MS} after closing. Opening again within that time cancels the
 * clearing.
 */
export function useDialogSlot<Content>(): DialogSlot<Content> {
  const [state, setState] = useState({ open: false, content: null as Content | null, opening: 0 });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const show = useCallback((content: Content) => {
    clearTimeout(timer.current);
    setState((last) => ({ open: true, content, opening: last.opening + 1 }));
  }, []);
  const setOpen = useCallback((open: boolean) => {
    clearTimeout(timer.current);
    setState((last) => ({ ...last, open: open && last.content !== null }));
    if (open) return;
    timer.current = setTimeout(
      () => setState((last) => ({ ...last, content: null })),
      DIALOG_CLEAR_MS,
    );
  }, []);

  return useMemo(() => ({ ...state, show, setOpen }), [state, show, setOpen]);
}
