import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import type { ReactNode } from "react";
import { inertIf } from "./inert";
import "./disclosure.css";

/** A heading that shows what is below it when asked. Closed at first. */
export function Disclosure({ label, children }: { label: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const panelId = useId();

  return (
    <div className="ui-disclosure" data-slot="disclosure" data-state={open ? "open" : "closed"}>
      <button
        type="button"
        className="ui-disclosure-trigger"
        aria-expanded={open}
        aria-controls={panelId}
        onClick={() => setOpen(!open)}
      >
        {label}
        <ChevronDown className="ui-disclosure-chevron" size={16} strokeWidth={1.75} aria-hidden />
      </button>
      <div id={panelId} className="ui-disclosure-panel" {...inertIf(!open)} aria-hidden={!open}>
        <div className="ui-disclosure-clip">{children}</div>
      </div>
    </div>
  );
}
