import * as Radix from "@radix-ui/react-dialog";
import { createContext, useContext, useRef, useState } from "react";
import type { ReactNode, RefObject } from "react";
import { useFocusReturn } from "./focus-return";
import { inertIf } from "./inert";
import { useScrolls } from "./use-scrolls";
import "./dialog.css";

/** Where a popover inside a dialog is drawn, so that Escape and outside clicks close it first. */
const DialogLayer = createContext<HTMLElement | null>(null);

export function useDialogLayer(): HTMLElement | null {
  return useContext(DialogLayer);
}

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Refuses to close: a charge is in flight. */
  locked?: boolean;
  /** `wide` is 520 px. Default `normal`, 480 px. */
  size?: "normal" | "wide";
  /** `alertdialog` interrupts: use it when something is given up. */
  role?: "dialog" | "alertdialog";
  /** Gets the focus on opening. Default: the title, so that nothing is pressed by accident. */
  initialFocus?: RefObject<HTMLElement | null>;
  slot: string;
  children: ReactNode;
}

/** A modal question in the middle of the screen; under 640 px a sheet at its foot. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, locked = false, size = "normal", role = "dialog" } = props;
  const [layer, setLayer] = useState<HTMLElement | null>(null);
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
              <Radix.Close className="billing-dialog-handle" aria-label="Close" disabled={locked} />
              {props.children}
            </DialogLayer.Provider>
            <div ref={setLayer} className="billing-dialog-layer" />
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** News is shown above a dialog: whoever takes it away stays where they are. */
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

/** The one sentence that says what follows from the choice. */
export function DialogDescription({ children }: { children: ReactNode }) {
  return (
    <Radix.Description className="billing-dialog-description" data-slot="dialog-description">
      {children}
    </Radix.Description>
  );
}

/** Everything that scrolls, by keys too. `inert`: visible, but not to be touched. */
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

/** The way out first, the commit last; it stays in sight while the body scrolls. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <div className="billing-dialog-footer" data-slot="dialog-footer">
      {children}
    </div>
  );
}
