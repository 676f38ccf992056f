import { t } from "../language/text";
import { useState } from "react";
import type { ReactNode } from "react";
import type { BillingError } from "../../packages/billing/src/contract";
import { Button } from "../../packages/ui/src/button";
import type { ButtonProps } from "../../packages/ui/src/button";
import { CURRENT, PasswordField } from "./password-field";
import { Refusal } from "./refusal";
import { useForm, useTypedText } from "./use-form";
import "./forms.css";

const FIELDS = { invalid_credentials: "current" } as const;

interface PasswordGateProps {
  /** The button that opens the form, and the one that submits it. */
  open: string;
  submit: string;
  look?: ButtonProps["look"];
  /** What happens after that. */
  children?: ReactNode;
  send: (currentPassword: string) => Promise<BillingError | null>;
}

/** A button for what needs the password again: it opens a form that asks for it. */
export function PasswordGate({ open, ...gate }: PasswordGateProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return <GateForm {...gate} onDone={() => setIsOpen(false)} />;
  return (
    <Button look={gate.look === "danger" ? "danger" : "outline"} onClick={() => setIsOpen(true)}>
      {open}
    </Button>
  );
}

interface GateFormProps extends Omit<PasswordGateProps, "open"> {
  onDone: () => void;
}

function GateForm({ submit, look = "primary", children, send, onDone }: GateFormProps) {
  const current = useTypedText(CURRENT);
  const form = useForm({
    fields: FIELDS,
    check: () => {
      current.insist();
      return current.value !== "";
    },
    send: async () => {
      const refused = await send(current.value);
      if (!refused) onDone();
      return refused;
    },
  });
  return (
    <form className="identity-form" noValidate onSubmit={form.submit} onChange={form.forget}>
      <Refusal of={form.refusal} />
      {children}
      <PasswordField
        label={t("Current password")}
        autoComplete="current-password"
        autoFocus
        text={current}
        error={current.error ?? form.refusalOf("current")}
      />
      <div className="identity-buttons">
        <Button type="submit" look={look} busy={form.state === "busy"}>
          {submit}
        </Button>
        <Button look="quiet" onClick={onDone}>
          {t("Cancel")}
        </Button>
      </div>
    </form>
  );
}
