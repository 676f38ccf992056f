import { useId } from "react";
import type { ComponentProps, ReactNode } from "react";
import { Icon } from "./icon";
import { CIRCLE_ALERT } from "./icon-shapes";
import "./field.css";

/** The props that connect a control to its label, hint and error. Spread it onto the control. */
interface FieldControl {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

export interface FieldProps {
  label: string;
  /** A hint before there is an error. */
  hint?: ReactNode;
  /** The error and how to fix it; shown instead of the hint. */
  error?: ReactNode;
  children: (control: FieldControl) => ReactNode;
}

/** A label above one control, a sentence below it. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const noted = error !== undefined || hint !== undefined;
  const control: FieldControl = {
    id,
    "aria-describedby": noted ? noteId : undefined,
    "aria-invalid": error === undefined ? undefined : true,
  };

  return (
    <div
      className="billing-field"
      data-slot="field"
      data-state={error === undefined ? "rest" : "error"}
    >
      <label className="billing-field-label" htmlFor={id}>
        {label}
      </label>
      {children(control)}
      <div id={noteId} className="billing-field-note" aria-live="polite">
        {error === undefined ? hint : <FieldError>{error}</FieldError>}
      </div>
    </div>
  );
}

function FieldError({ children }: { children: ReactNode }) {
  return (
    <span className="billing-field-error">
      <Icon shape={CIRCLE_ALERT} />
      <span>{children}</span>
    </span>
  );
}

/** A single line of text. `voice="name"`: the name of a work. */
export function Input({
  voice = "site",
  ...input
}: ComponentProps<"input"> & { voice?: "site" | "name" }) {
  return <input data-slot="input" {...input} className="billing-input" data-voice={voice} />;
}
