import * as Radix from "@radix-ui/react-popover";
import { useState } from "react";
import type { ButtonHTMLAttributes, ReactElement, ReactNode } from "react";

export interface MenuProps {
  trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
  label: string;
  /** `close` it when something in it leads elsewhere. */
  children: (close: () => void) => ReactNode;
}

/** The menu itself, open as soon as it is there. */
export function MenuPanel({ trigger, label, children }: MenuProps) {
  const [open, setOpen] = useState(true);
  return (
    <Radix.Root open={open} onOpenChange={setOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className="shell-menu"
          aria-label={label}
          align="end"
          sideOffset={8}
          collisionPadding={12}
          onOpenAutoFocus={focusPanel}
        >
          {children(() => setOpen(false))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The panel itself first, so that Tab goes through it from the top; Radix would skip its links. */
function focusPanel(event: Event) {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}
