import { Link } from "wouter";
import { EmptyState } from "../grid/empty-state";

/** An address where nothing hangs. */
export function NotFoundScreen() {
  return (
    <EmptyState
      look="empty"
      title="Page not found"
      action={
        <Link href="/" className="billing-button" data-look="primary" data-size="large">
          See fresh work
        </Link>
      }
    >
      The address may be mistyped, or the work was taken down by its artist.
    </EmptyState>
  );
}
