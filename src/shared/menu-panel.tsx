import * as Radix from "@radix-ui/react-popover";
import { useLayoutEffect, useRef, useState } from "react";
import type { ButtonHTMLAttributes, ReactElement, ReactNode } from "react";
import { useLocation } from "wouter";
import { useFocusReturn } from "../../packages/ui/src/focus-return";

export interface MenuProps {
  trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
  label: string;
  /** The content; it calls `close` when a link in it is followed. */
  children: (close: () => void) => ReactNode;
}

/** The open menu. */
export function MenuPanel({ trigger, label, children }: MenuProps) {
  const [open, setOpen] = useState(true);
  const { remember, forget } = useFocusReturn();
  const [path] = useLocation();
  const paths = useRef({ opened: path, now: path });
  useLayoutEffect(() => {
    paths.current.now = path;
  }, [path]);

  /**
   * The panel gets the focus first, so that Tab moves through it from the top; Radix would skip its
   * links.
   */
  function focusPanel(event: Event) {
    event.preventDefault();
    paths.current.opened = path;
    const panel = event.currentTarget as HTMLElement; // Radix dispatches it on the panel.
    // A dialog that replaces the menu returns the focus to the menu's button.
    remember(panel, document.querySelector(`[aria-controls="${panel.id}"]`));
    panel.focus();
  }

  /**
   * The button gets the focus back, unless the page has changed, because a new page sets its own
   * focus.
   */
  function leave(event: Event) {
    forget();
    if (paths.current.now !== paths.current.opened) event.preventDefault();
  }

  return (
    <Radix.Root open={open} onOpenChange={setOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className="app-menu"
          aria-label={label}
          align="end"
          sideOffset={8}
          collisionPadding={12}
          onOpenAutoFocus={focusPanel}
          onCloseAutoFocus={leave}
        >
          {children(() => setOpen(false))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
