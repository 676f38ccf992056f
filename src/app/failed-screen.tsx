import { t } from "../language/text";
import { FailedPage } from "../community/grid/failed-page";

/** Shown instead of a page that threw. The rest of the site keeps working. */
export function FailedScreen({ retry }: { retry: () => void }) {
  return (
    <FailedPage title={t("This page did not load")} retry={retry}>
      {t("Something went wrong on our side. Your work and your uploads are safe.")}
    </FailedPage>
  );
}
