import { t } from "../../language/text";
import { Link } from "wouter";
import { ResetPasswordForm } from "../../identity";
import { useLinkToken } from "../../shared/use-link-token";
import { Notice } from "../../../packages/ui/src/notice";
import { AuthLayout } from "../auth-layout/auth-layout";

/** The page behind the link in a password-reset mail. */
export function ResetPasswordScreen() {
  const token = useLinkToken();
  return (
    <AuthLayout
      title={t("Choose a new password")}
      other={{ question: t("The link no longer works?"), label: t("Get another"), screen: FORGOT }}
      staysOpen
    >
      <ResetPasswordForm
        token={token}
        done={
          <Notice
            tone="success"
            title={t("Your password is changed.")}
            action={<Link href="/sign-in">{t("Sign in")}</Link>}
          >
            {t("You were signed out everywhere.")}
          </Notice>
        }
      />
    </AuthLayout>
  );
}

const FORGOT = "/forgot-password";
