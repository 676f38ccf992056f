import { useId, useState } from "react";
import type { ReactNode } from "react";
import { Icon } from "./icon";
import { CHEVRON_DOWN } from "./icon-shapes";
import { inertIf } from "./inert";
import "./disclosure.css";

/** A heading that expands its content. Closed at first. */
export function Disclosure({ label, children }: { label: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const panelId = useId();

  return (
    <div
      className="billing-disclosure"
      data-slot="disclosure"
      data-state={open ? "open" : "closed"}
    >
      <button
        type="button"
        className="billing-disclosure-trigger"
        aria-expanded={open}
        aria-controls={panelId}
        onClick={() => setOpen(!open)}
      >
        {label}
        <Icon shape={CHEVRON_DOWN} className="billing-disclosure-chevron" />
      </button>
      <div
        id={panelId}
        className="billing-disclosure-panel"
        {...inertIf(!open)}
        aria-hidden={!open}
      >
        <div className="billing-disclosure-clip">{children}</div>
      </div>
    </div>
  );
}
