import { t } from "../language/text";
import { EmptyState } from "../community/grid/empty-state";
import { Button } from "../../packages/ui/src/button";

/** Shown instead of a page that threw. The rest of the site keeps working. */
export function FailedScreen({ retry }: { retry: () => void }) {
  return (
    <EmptyState
      look="error"
      title={t("This page did not load")}
      action={
        <Button look="primary" size="large" onClick={retry}>
          {t("Try again")}
        </Button>
      }
    >
      {t("Something went wrong on our side. Your work and your uploads are safe.")}
    </EmptyState>
  );
}
