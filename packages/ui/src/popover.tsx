import * as Radix from "@radix-ui/react-popover";
import type { ReactElement, ReactNode } from "react";
import { useDialogLayer } from "./dialog";
import { useMinWidth } from "./use-min-width";
import "./popover.css";

/** From this width on there is room beside a dialog. */
const BESIDE_MIN_PX = 1024;
const ARROW_PX = { width: 16, height: 8 };

export interface PopoverProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The button that opens it. */
  trigger: ReactElement;
  label: string;
  /**
   * Pixels between the trigger and the edge of its container, if the popover is
   * beside the container.
   */
  besideOffset?: number;
  children: ReactNode;
}

/** A small panel at its trigger. Inside a dialog, Escape closes it and leaves the dialog. */
export function Popover(props: PopoverProps) {
  const layer = useDialogLayer();
  const beside = useMinWidth(BESIDE_MIN_PX);
  const place = beside
    ? { side: lineEnd(), align: "start" as const, alignOffset: -32 }
    : { side: "top" as const, align: "end" as const, alignOffset: 0 };

  return (
    <Radix.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Radix.Trigger asChild>{props.trigger}</Radix.Trigger>
      <Radix.Portal container={layer}>
        <Radix.Content
          {...place}
          className="billing-popover"
          data-slot="popover"
          aria-label={props.label}
          sideOffset={beside ? (props.besideOffset ?? 0) : 0}
          collisionPadding={12}
        >
          {props.children}
          <Radix.Arrow className="billing-popover-arrow" {...ARROW_PX} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The side where lines end. */
function lineEnd(): "left" | "right" {
  return document.dir === "rtl" ? "left" : "right";
}
