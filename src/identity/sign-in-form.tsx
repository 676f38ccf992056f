import type { TextRule } from "../../convex/contract/credentials";
import { msg, t } from "../language/text";
import { Button } from "../../packages/ui/src/button";
import { Field } from "../../packages/ui/src/field";
import { CodeForm, useSteps } from "./code-form";
import type { SignInSteps } from "./code-form";
import { PasswordField } from "./password-field";
import { Refusal } from "./refusal";
import { useForm, useTypedText } from "./use-form";
import { UsernameInput } from "./username-input";
import "./forms.css";

/** Only checks that there is a name, because the rules for new usernames may have changed since. */
const ASKED = {
  username: [{ message: msg("Enter your username"), holds: (text) => text !== "" }],
  password: [{ message: msg("Enter your password"), holds: (text) => text !== "" }],
} satisfies Record<string, TextRule[]>;

export function SignInForm(steps: SignInSteps) {
  const { signIn, codeForm } = useSteps(steps);
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

  if (codeForm) return <CodeForm {...codeForm} />;
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
