import { t } from "../../language/text";
import { ConfirmEmailForm } from "../../identity";
import { useLinkToken } from "../../shared/use-link-token";
import { AuthLayout } from "../auth-layout/auth-layout";

/** The page behind the link in a confirmation mail. */
export function ConfirmEmailScreen() {
  const token = useLinkToken();
  return (
    <AuthLayout
      title={t("Confirm your address")}
      other={{ question: t("All set?"), label: t("Go to Spotlight"), screen: "/" }}
      staysOpen
    >
      <ConfirmEmailForm token={token} />
    </AuthLayout>
  );
}
