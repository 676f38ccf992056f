import type { TextRule } from "../../convex/contract/credentials";
import type { BillingError } from "../../packages/billing/src/contract";
import { msg, t } from "../language/text";
import { Button } from "../../packages/ui/src/button";
import { Field } from "../../packages/ui/src/field";
import type { Credentials } from "./account-calls";
import { PasswordField } from "./password-field";
import { Refusal } from "./refusal";
import { useForm, useTypedText } from "./use-form";
import { UsernameInput } from "./username-input";
import "./forms.css";

/** The rules of new usernames may change; an existing one is not refused here. */
const ASKED = {
  username: [{ message: msg("Enter your username"), holds: (text) => text !== "" }],
  password: [{ message: msg("Enter your password"), holds: (text) => text !== "" }],
} satisfies Record<string, TextRule[]>;

export interface SignInFormProps {
  signIn: (credentials: Credentials) => Promise<BillingError | null>;
}

export function SignInForm({ signIn }: SignInFormProps) {
  const username = useTypedText(ASKED.username);
  const password = useTypedText(ASKED.password);

  const form = useForm({
    check: () => {
      username.insist();
      password.insist();
      return username.value !== "" && password.value !== "";
    },
    send: async () => await signIn({ username: username.value, password: password.value }),
  });

  return (
    <form className="identity-form" noValidate onSubmit={form.submit}>
      <Refusal of={form.refusal} />
      <Field label={t("Username")} error={username.error}>
        {(control) => <UsernameInput {...control} text={username} />}
      </Field>
      <PasswordField
        label={t("Password")}
        autoComplete="current-password"
        text={password}
        error={password.error}
      />
      <Button type="submit" look="primary" size="large" busy={form.state === "busy"}>
        {t("Sign in")}
      </Button>
    </form>
  );
}
