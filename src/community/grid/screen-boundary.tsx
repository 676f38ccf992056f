import type { ReactNode } from "react";
import { t } from "../../language/text";
import { ErrorBoundary } from "../../shared/error-boundary";
import { Button } from "../../../packages/ui/src/button";
import { EmptyState } from "./empty-state";

/** Catches a screen's errors, for example those of Convex queries, and says which screen failed. */
export function ScreenBoundary({ title, children }: { title: string; children: ReactNode }) {
  return (
    <ErrorBoundary
      fallback={({ retry }) => (
        <EmptyState
          look="error"
          title={title}
          action={
            <Button look="primary" size="large" onClick={retry}>
              {t("Try again")}
            </Button>
          }
        >
          {t(
            "We could not reach the server. Your drafts and uploads are safe. Check your connection, then try again.",
          )}
        </EmptyState>
      )}
    >
      {children}
    </ErrorBoundary>
  );
}
