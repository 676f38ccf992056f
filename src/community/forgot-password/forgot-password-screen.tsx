import { ForgotPasswordForm } from "../../identity";
import { AuthLayout } from "../auth-layout/auth-layout";

/** Asks for a link by mail, for who can't sign in. */
export function ForgotPasswordScreen() {
  return (
    <AuthLayout
      title="Forgotten password"
      other={{ question: "It came back to you?", label: "Sign in", screen: "/sign-in" }}
      staysOpen
    >
      <ForgotPasswordForm />
    </AuthLayout>
  );
}
