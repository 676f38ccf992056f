import type { ReactNode } from "react";
import { t } from "../../language/text";
import { useNetwork } from "../../shared/network";
import { Button } from "../../../packages/ui/src/button";
import { EmptyState } from "./empty-state";

interface FailedPageProps {
  title: string;
  retry: () => void;
  /** What happened, if there is a network. */
  children: ReactNode;
}

/**
 * Shown instead of a page that failed to load. Without a network it says so, and needs no button.
 */
export function FailedPage({ title, retry, children }: FailedPageProps) {
  if (useNetwork() === "down") {
    return (
      <EmptyState look="error" title={t("You are offline")}>
        {t("This page opens by itself when you are back. Your drafts and uploads are safe.")}
      </EmptyState>
    );
  }
  const action = (
    <Button look="primary" size="large" onClick={retry}>
      {t("Try again")}
    </Button>
  );
  return (
    <EmptyState look="error" title={title} action={action}>
      {children}
    </EmptyState>
  );
}
