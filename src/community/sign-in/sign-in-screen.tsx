import { t } from "../../language/text";
import { SignIn } from "../../identity";
import { AuthLayout } from "../auth-layout/auth-layout";

/** The sign-in page. */
export function SignInScreen() {
  return (
    <AuthLayout
      title={t("Welcome back")}
      other={{ question: t("New here?"), label: t("Join Spotlight"), screen: "/sign-up" }}
    >
      <SignIn />
    </AuthLayout>
  );
}
