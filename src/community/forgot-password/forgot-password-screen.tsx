import { t } from "../../language/text";
import { ForgotPasswordForm } from "../../identity";
import { AuthLayout } from "../auth-layout/auth-layout";

/** Requests a reset link by mail, for users who can't sign in. */
export function ForgotPasswordScreen() {
  return (
    <AuthLayout
      title={t("Forgotten password")}
      other={{ question: t("It came back to you?"), label: t("Sign in"), screen: "/sign-in" }}
      staysOpen
    >
      <ForgotPasswordForm />
    </AuthLayout>
  );
}
