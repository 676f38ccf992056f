import { t } from "../language/text";
import { PASSWORD_RULES, USERNAME_RULES, firstBroken } from "../../convex/contract/credentials";
import type { AccountErrorCode } from "../../convex/contract/credentials";
import type { BillingError } from "../../packages/billing/src/contract";
import { Button } from "../../packages/ui/src/button";
import type { AccountCalls, Credentials } from "./account-calls";
import { NewPasswordField } from "./password-field";
import { Refusal } from "./refusal";
import { useAvailability } from "./use-availability";
import { useForm, useTypedText } from "./use-form";
import { UsernameField } from "./username-field";
import "./forms.css";

const FIELDS = {
  invalid_username: "username",
  username_taken: "username",
  invalid_password: "password",
} as const satisfies Partial<Record<AccountErrorCode, string>>;

export interface SignUpFormProps {
  signUp: (credentials: Credentials) => Promise<BillingError | null>;
  checkUsername: AccountCalls["checkUsername"];
}

/** The sign-up form: a username and a password. */
export function SignUpForm({ signUp, checkUsername }: SignUpFormProps) {
  const username = useTypedText(USERNAME_RULES);
  const password = useTypedText(PASSWORD_RULES);
  const name = useAvailability(username.value, checkUsername);

  const form = useForm({
    fields: FIELDS,
    check: () => {
      username.insist();
      password.insist();
      return (
        firstBroken(USERNAME_RULES, username.value) === null &&
        firstBroken(PASSWORD_RULES, password.value) === null &&
        name.state !== "taken"
      );
    },
    send: async () => await signUp({ username: username.value, password: password.value }),
  });
  const taken = name.state === "taken" ? t("That username is taken") : form.refusalOf("username");

  return (
    <form className="identity-form" noValidate onSubmit={form.submit} onChange={form.forget}>
      <Refusal of={form.refusal} />
      <UsernameField text={username} name={name} error={username.error ?? taken} />
      <NewPasswordField
        label={t("Password")}
        text={password}
        error={password.error ?? form.refusalOf("password")}
      />
      <Button type="submit" look="primary" size="large" busy={form.state === "busy"}>
        {t("Create account")}
      </Button>
    </form>
  );
}
