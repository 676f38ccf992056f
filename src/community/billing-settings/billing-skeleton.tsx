import { Skeleton } from "../../ui/skeleton";
import { VisuallyHidden } from "../../ui/visually-hidden";

/** The page's places while its customer is on the way. */
export function BillingSkeleton() {
  return (
    <div className="settings-skeleton" role="status">
      <VisuallyHidden>Your billing is loading</VisuallyHidden>
      <Skeleton width="100%" height="204px" />
      <Skeleton width="180px" height="24px" />
      <Skeleton width="100%" height="72px" />
      <Skeleton width="100%" height="72px" />
      <Skeleton width="100%" height="72px" />
    </div>
  );
}
