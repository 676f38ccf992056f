import { t } from "../../language/text";
import { SignUp } from "../../identity";
import { AuthLayout } from "../auth-layout/auth-layout";

/** The sign-up page. */
export function SignUpScreen() {
  return (
    <AuthLayout
      title={t("Join Spotlight")}
      other={{ question: t("Already here?"), label: t("Sign in"), screen: "/sign-in" }}
      home="/welcome"
      note={t("Posting is free. No card.")}
    >
      <SignUp />
    </AuthLayout>
  );
}
