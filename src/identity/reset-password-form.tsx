import { t, translateSentence } from "../language/text";
import { useAction } from "convex/react";
import { useState } from "react";
import type { ReactNode } from "react";
import { PASSWORD_RULES, firstBroken } from "../../convex/contract/credentials";
import { api } from "../../convex/_generated/api";
import { Button } from "../../packages/ui/src/button";
import { Notice } from "../../packages/ui/src/notice";
import { NewPasswordField } from "./password-field";
import { Refusal } from "./refusal";
import { useForm, useTypedText } from "./use-form";
import "./forms.css";

const FIELDS = { invalid_password: "next" } as const;

/**
 * A new password for the account of a link.
 *
 * @param props - `token`: from the link. `done`: shown once the password is changed.
 */
export function ResetPasswordForm({ token, done }: { token: string; done: ReactNode }) {
  const complete = useAction(api.accounts.passwordReset.complete);
  const next = useTypedText(PASSWORD_RULES);
  const [changed, setChanged] = useState(false);
  const form = useForm({
    fields: FIELDS,
    check: () => {
      next.insist();
      return firstBroken(PASSWORD_RULES, next.value) === null;
    },
    send: async () => {
      const { error } = await complete({ token, newPassword: next.value });
      setChanged(error === null);
      return error;
    },
  });

  if (changed) return done;
  if (form.refusal?.code === "invalid_link") {
    return <Notice tone="danger" title={`${translateSentence(form.refusal.message)}.`} />;
  }
  return (
    <form className="identity-form" noValidate onSubmit={form.submit} onChange={form.forget}>
      <Refusal of={form.refusal} />
      <NewPasswordField
        label={t("New password")}
        text={next}
        error={next.error ?? form.refusalOf("next")}
      />
      <Button type="submit" look="primary" size="large" busy={form.state === "busy"}>
        {t("Change password")}
      </Button>
    </form>
  );
}
