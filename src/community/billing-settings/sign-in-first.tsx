import type { ReactNode } from "react";
import { Link } from "wouter";
import { withNextPath } from "../../shared/next-path";
import { EmptyState } from "../grid/empty-state";

interface SignInFirstProps {
  title: string;
  /** Where signing in leads back to. */
  path: string;
  children: ReactNode;
}

/** Asks a stranger to sign in, and leads back. */
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
          Sign in
        </Link>
      }
    >
      {children}
    </EmptyState>
  );
}
