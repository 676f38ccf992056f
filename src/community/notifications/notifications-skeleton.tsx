import { t } from "../../language/text";
import { Skeleton } from "../../../packages/ui/src/skeleton";
import { VisuallyHidden } from "../../../packages/ui/src/visually-hidden";

const ROWS = ["first", "second", "third", "fourth"];

/** The loading state of the list. */
export function NotificationsSkeleton() {
  return (
    <div role="status" aria-busy="true">
      <VisuallyHidden>{t("Loading")}</VisuallyHidden>
      <div className="notifications-list">
        {ROWS.map((row) => (
          <div key={row} className="notification">
            <Skeleton width="36px" height="36px" shape="pill" />
            <Skeleton width="60%" height="20px" />
          </div>
        ))}
      </div>
    </div>
  );
}
