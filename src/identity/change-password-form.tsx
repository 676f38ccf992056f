import { t } from "../language/text";
import { useState } from "react";
import { PASSWORD_RULES, firstBroken } from "../../convex/contract/credentials";
import type { AccountErrorCode } from "../../convex/contract/credentials";
import type { BillingError } from "../../packages/billing/src/contract";
import { Button } from "../../packages/ui/src/button";
import { Notice } from "../../packages/ui/src/notice";
import type { PasswordChange } from "./account-calls";
import { OwnProofFields, PROOF_FIELDS, useOwnProof } from "./own-proof";
import { NewPasswordField } from "./password-field";
import { Refusal } from "./refusal";
import { useForm, useTypedText } from "./use-form";
import "./forms.css";

const FIELDS = {
  ...PROOF_FIELDS,
  invalid_password: "next",
} as const satisfies Partial<Record<AccountErrorCode, string>>;

export interface ChangePasswordFormProps {
  changePassword: (change: PasswordChange) => Promise<BillingError | null>;
}

export function ChangePasswordForm({ changePassword }: ChangePasswordFormProps) {
  const proof = useOwnProof();
  const next = useTypedText(PASSWORD_RULES);
  const [outcome, setOutcome] = useState<"none" | "changed">("none");

  const form = useForm({
    fields: FIELDS,
    check: () => {
      next.insist();
      return proof.check() && firstBroken(PASSWORD_RULES, next.value) === null;
    },
    send: async () => {
      setOutcome("none");
      const refused = await changePassword({ ...proof.value, newPassword: next.value });
      if (!refused) {
        setOutcome("changed");
        proof.clear();
        next.clear();
      }
      return proof.note(refused);
    },
  });

  return (
    <form className="identity-form" noValidate onSubmit={form.submit} onChange={form.forget}>
      <Refusal of={form.refusal} />
      {outcome === "changed" && (
        <Notice tone="success" title={t("Password changed.")}>
          {t("Other browsers have been signed out.")}
        </Notice>
      )}
      <OwnProofFields proof={proof} refusalOf={form.refusalOf} />
      <NewPasswordField
        label={t("New password")}
        text={next}
        error={next.error ?? form.refusalOf("next")}
      />
      <Button type="submit" look="primary" busy={form.state === "busy"}>
        {t("Change password")}
      </Button>
    </form>
  );
}
