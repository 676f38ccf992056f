import { t } from "../language/text";
import { useState } from "react";
import type { BillingError } from "../../packages/billing/src/contract";
import { Button } from "../../packages/ui/src/button";
import type { CodeEntry, Credentials, Ticket } from "./account-calls";
import { CODE, CodeField } from "./code-field";
import { Refusal } from "./refusal";
import { useForm, useTypedText } from "./use-form";
import "./forms.css";

const FIELDS = { invalid_code: "code" } as const;

/** The two calls of a sign-in. They return null once signed in. */
export interface SignInSteps {
  signIn: (credentials: Credentials) => Promise<BillingError | Ticket | null>;
  enterCode: (entry: CodeEntry) => Promise<BillingError | null>;
}

interface CodeFormProps {
  ticket: string;
  enterCode: SignInSteps["enterCode"];
  /** Returns to the password. */
  onBack: () => void;
}

/** The first step, and the form of the second one once it is needed. */
export function useSteps({ signIn, enterCode }: SignInSteps) {
  const [ticket, setTicket] = useState<string | null>(null);
  const codeForm: CodeFormProps | null =
    ticket === null ? null : { ticket, enterCode, onBack: () => setTicket(null) };
  return {
    codeForm,
    signIn: async (credentials: Credentials): Promise<BillingError | null> => {
      const answer = await signIn(credentials);
      if (!answer || !("ticket" in answer)) return answer;
      setTicket(answer.ticket);
      return null;
    },
  };
}

/** Asks for a code of the authenticator app, or a recovery code. */
export function CodeForm({ ticket, enterCode, onBack }: CodeFormProps) {
  const code = useTypedText(CODE);
  const form = useForm({
    fields: FIELDS,
    check: () => {
      code.insist();
      return code.value.trim() !== "";
    },
    send: async () => await enterCode({ ticket, code: code.value }),
  });

  return (
    <form className="identity-form" noValidate onSubmit={form.submit} onChange={form.forget}>
      <Refusal of={form.refusal} />
      <CodeField
        text={code}
        takes="recovery codes too"
        error={code.error ?? form.refusalOf("code")}
      />
      <Button type="submit" look="primary" size="large" busy={form.state === "busy"}>
        {t("Continue")}
      </Button>
      <Button look="quiet" onClick={onBack}>
        {t("Back to the password")}
      </Button>
    </form>
  );
}
