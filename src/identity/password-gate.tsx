import { t } from "../language/text";
import { useState } from "react";
import type { ReactNode } from "react";
import type { BillingError } from "../../packages/billing/src/contract";
import { Button } from "../../packages/ui/src/button";
import type { ButtonProps } from "../../packages/ui/src/button";
import { OwnProofFields, PROOF_FIELDS, useOwnProof } from "./own-proof";
import type { OwnProof } from "./own-proof";
import { Refusal } from "./refusal";
import { useForm } from "./use-form";
import "./forms.css";

interface PasswordGateProps {
  /** The labels of the button that opens the form, and of the one that submits it. */
  open: string;
  submit: string;
  look?: ButtonProps["look"];
  /** Called afterwards. */
  children?: ReactNode;
  send: (proof: OwnProof) => Promise<BillingError | null>;
}

/**
 * A button for an action that requires the password again: it opens a form for the password and, if
 * needed, a code.
 */
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
  const proof = useOwnProof();
  const form = useForm({
    fields: PROOF_FIELDS,
    check: proof.check,
    send: async () => {
      const refused = await send(proof.value);
      if (!refused) onDone();
      return proof.note(refused);
    },
  });
  return (
    <form className="identity-form" noValidate onSubmit={form.submit} onChange={form.forget}>
      <Refusal of={form.refusal} />
      {children}
      <OwnProofFields proof={proof} refusalOf={form.refusalOf} autoFocus />
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
