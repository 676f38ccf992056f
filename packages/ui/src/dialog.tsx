import * as Radix from "@radix-ui/react-dialog";
import { createContext, useContext, useRef, useState } from "react";
import type { ReactNode, RefObject } from "react";
import { CloseLabel } from "./close-label";
import { useFocusReturn } from "./focus-return";
import { inertIf } from "./inert";
import { useScrolls } from "./use-scrolls";
import "./dialog.css";

/**
 * The container of popovers inside a dialog, so that Escape and outside clicks
 * close the popover first.
 */
const DialogLayer = createContext<HTMLElement | null>(null);

export function useDialogLayer(): HTMLElement | null {
  return useContext(DialogLayer);
}

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Whether it can't be closed, because a charge is running. */
  locked?: boolean;
  /** `wide` is 520 px. Default `normal`, 480 px. */
  size?: "normal" | "wide";
  /** `alertdialog` interrupts: use it if something is lost. */
  role?: "dialog" | "alertdialog";
  /**
   * The element that gets the focus on opening. Default: the title, so that no key press confirms
   * by accident.
   */
  initialFocus?: RefObject<HTMLElement | null>;
  slot: string;
  children: ReactNode;
}

/** A modal dialog in the middle of the screen; under 640 px a sheet at the bottom. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, locked = false, size = "normal", role = "dialog" } = props;
  const [layer, setLayer] = useState<HTMLElement | null>(null);
  const close = useContext(CloseLabel);
  const { remember, giveBack } = useFocusReturn();

  function focusFirst(event: Event) {
    event.preventDefault();
    const content = event.currentTarget as HTMLElement; // Radix dispatches it on the content.
    remember(content);
    const title = content.querySelector<HTMLElement>("[data-slot=dialog-title]");
    (props.initialFocus?.current ?? title)?.focus();
  }

  function focusOpener(event: Event) {
    event.preventDefault();
    giveBack();
  }

  return (
    <Radix.Root
      open={open}
      onOpenChange={(next) => {
        if (next || !locked) onOpenChange(next);
      }}
    >
      <Radix.Portal>
        <Radix.Overlay className="billing-dialog-stage" data-slot="dialog-scrim">
          <Radix.Content
            className="billing-dialog"
            role={role}
            data-slot={props.slot}
            data-size={size}
            aria-busy={locked || undefined}
            onOpenAutoFocus={focusFirst}
            onCloseAutoFocus={focusOpener}
            onPointerDownOutside={stayForNews}
          >
            <DialogLayer.Provider value={layer}>
              <Radix.Close className="billing-dialog-handle" aria-label={close} disabled={locked} />
              {props.children}
            </DialogLayer.Provider>
            <div ref={setLayer} className="billing-dialog-layer" />
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Toasts are above a dialog: dismissing one does not close the dialog. */
function stayForNews(event: { target: EventTarget | null; preventDefault: () => void }) {
  const { target } = event;
  if (target instanceof Element && target.closest("[aria-live]")) event.preventDefault();
}

export function DialogTitle({ children }: { children: ReactNode }) {
  return (
    <Radix.Title className="billing-dialog-title" data-slot="dialog-title" tabIndex={-1}>
      {children}
    </Radix.Title>
  );
}

/** One sentence that explains the choice. */
export function DialogDescription({ children }: { children: ReactNode }) {
  return (
    <Radix.Description className="billing-dialog-description" data-slot="dialog-description">
      {children}
    </Radix.Description>
  );
}

/** The scrolling content, by keyboard too. `inert`: visible, but not interactive. */
export function DialogBody({ inert = false, children }: { inert?: boolean; children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null);
  const scrolls = useScrolls(body);
  return (
    <div
      ref={body}
      className="billing-dialog-body"
      data-slot="dialog-body"
      {...inertIf(inert)}
      tabIndex={scrolls ? 0 : undefined}
    >
      {children}
    </div>
  );
}

/**
 * The cancelling button first, the confirming one last. The footer stays visible while the body
 * scrolls.
 */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <div className="billing-dialog-footer" data-slot="dialog-footer">
      {children}
    </div>
  );
}
