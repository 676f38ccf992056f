import { t } from "../../language/text";
import { Link } from "wouter";
import { EmptyState } from "../grid/empty-state";

/** The page for unknown addresses. */
export function NotFoundScreen() {
  return (
    <EmptyState
      look="empty"
      title={t("Page not found")}
      action={
        <Link href="/" className="billing-button" data-look="primary" data-size="large">
          {t("See fresh work")}
        </Link>
      }
    >
      {t("The address may be mistyped, or the work was taken down by its artist.")}
    </EmptyState>
  );
}
