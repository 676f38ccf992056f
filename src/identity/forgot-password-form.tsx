import { msg, t } from "../language/text";
import { useMutation } from "convex/react";
import { useState } from "react";
import type { TextRule } from "../../convex/contract/credentials";
import { api } from "../../convex/_generated/api";
import { Button } from "../../packages/ui/src/button";
import { Field } from "../../packages/ui/src/field";
import { Notice } from "../../packages/ui/src/notice";
import { Refusal } from "./refusal";
import { useForm, useTypedText } from "./use-form";
import { UsernameInput } from "./username-input";
import "./forms.css";

const TYPED: TextRule[] = [
  { message: msg("Enter your username or e-mail address"), holds: (text) => text.trim() !== "" },
];

/** Requests a password-reset link. Never reveals whether the account exists. */
export function ForgotPasswordForm() {
  const request = useMutation(api.accounts.passwordReset.request);
  const typed = useTypedText(TYPED);
  const [sent, setSent] = useState(false);
  const form = useForm({
    check: () => {
      typed.insist();
      return typed.value.trim() !== "";
    },
    send: async () => {
      const { error } = await request({ typed: typed.value });
      setSent(error === null);
      return error;
    },
  });

  return (
    <form className="identity-form" noValidate onSubmit={form.submit} onChange={form.forget}>
      <Refusal of={form.refusal} />
      {sent && (
        <Notice tone="success" title={t("Look at your mail.")}>
          {t(
            "If an account has that name or address, and its address is confirmed, a link is on its way there. It works for one hour.",
          )}
        </Notice>
      )}
      <Field label={t("Username or e-mail address")} error={typed.error}>
        {(control) => <UsernameInput {...control} text={typed} />}
      </Field>
      <Button type="submit" look="primary" size="large" busy={form.state === "busy"}>
        {t("Send me a link")}
      </Button>
    </form>
  );
}
