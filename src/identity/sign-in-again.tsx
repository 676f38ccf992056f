import type { TextRule } from "../../convex/contract/credentials";
import { msg, t } from "../language/text";
import { Button } from "../../packages/ui/src/button";
import type { Identity } from "./adapter";
import { CodeForm, useSteps } from "./code-form";
import type { SignInSteps } from "./code-form";
import { PasswordField } from "./password-field";
import { Refusal } from "./refusal";
import { useForm, useTypedText } from "./use-form";
import "./forms.css";

const ASKED: TextRule[] = [{ message: msg("Enter your password"), holds: (text) => text !== "" }];

interface SignInAgainProps extends SignInSteps {
  current: Identity;
}

/** Asks for the password of the previous user, whose page stays below. */
export function SignInAgain({ current, ...steps }: SignInAgainProps) {
  const { signIn, codeForm } = useSteps(steps);
  const password = useTypedText(ASKED);
  const username = current.status === "signedIn" ? current.username : "";
  const form = useForm({
    check: () => {
      password.insist();
      return password.value !== "";
    },
    send: async () => await signIn({ username, password: password.value }),
  });

  if (codeForm) return <CodeForm {...codeForm} />;
  return (
    <form className="identity-form" noValidate onSubmit={form.submit} onChange={form.forget}>
      <Refusal of={form.refusal} />
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label={t("Password of {username}", { username })}
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
