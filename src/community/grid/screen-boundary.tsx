import type { ReactNode } from "react";
import { t } from "../../language/text";
import { ErrorBoundary } from "../../shared/error-boundary";
import { FailedPage } from "./failed-page";

/** Catches a screen's errors, for example those of Convex queries, and says which screen failed. */
export function ScreenBoundary({ title, children }: { title: string; children: ReactNode }) {
  return (
    <ErrorBoundary
      fallback={({ retry }) => (
        <FailedPage title={title} retry={retry}>
          {t(
            "We could not reach the server. Your drafts and uploads are safe. Check your connection, then try again.",
          )}
        </FailedPage>
      )}
    >
      {children}
    </ErrorBoundary>
  );
}
