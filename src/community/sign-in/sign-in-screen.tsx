import { t } from "../../language/text";
import { Link } from "wouter";
import { SignIn, useHasLocalAccount } from "../../identity";
import { AuthLayout } from "../auth-layout/auth-layout";

/** The sign-in page. */
export function SignInScreen() {
  const isLocal = useHasLocalAccount();
  return (
    <AuthLayout
      title={t("Welcome back")}
      other={{ question: t("New here?"), label: t("Join Spotlight"), screen: "/sign-up" }}
      {...(isLocal && { note: <Link href="/forgot-password">{t("Forgot your password?")}</Link> })}
    >
      <SignIn />
    </AuthLayout>
  );
}
