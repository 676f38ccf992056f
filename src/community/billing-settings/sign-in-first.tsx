import type { ReactNode } from "react";
import { t } from "../../language/text";
import { Link } from "wouter";
import { withNextPath } from "../../shared/next-path";
import { EmptyState } from "../grid/empty-state";

interface SignInFirstProps {
  title: string;
  /** The address to return to after sign-in. */
  path: string;
  children: ReactNode;
}

/** Asks a visitor to sign in, and returns to the page. */
export function SignInFirst({ title, path, children }: SignInFirstProps) {
  return (
    <EmptyState
      look="empty"
      title={title}
      action={
        <Link
          className="billing-button"
          data-look="primary"
          data-size="large"
          href={withNextPath("/sign-in", path)}
        >
          {t("Sign in")}
        </Link>
      }
    >
      {children}
    </EmptyState>
  );
}
