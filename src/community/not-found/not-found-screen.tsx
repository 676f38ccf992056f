import { Link } from "wouter";
import { Frames } from "../grid/empty-state";

/** An address where nothing hangs. */
export function NotFoundScreen() {
  return (
    <Frames
      look="empty"
      title="Nothing hangs here"
      action={
        <Link href="/" className="billing-button" data-look="primary" data-size="large">
          See fresh work
        </Link>
      }
    >
      The address may be mistyped, or the work was taken down by its artist.
    </Frames>
  );
}
