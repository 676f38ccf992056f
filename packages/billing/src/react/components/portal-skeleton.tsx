import { Skeleton } from "../../../../ui/src/skeleton";
import { VisuallyHidden } from "../../../../ui/src/visually-hidden";
import { useFormat } from "../hooks/use-format";
import "./billing-portal.css";

const METERS = ["first", "second", "third"];

/** The loading state of the portal. */
export function PortalSkeleton() {
  const { t } = useFormat();
  return (
    <div className="billing-portal" data-slot="billing-portal" data-state="loading">
      <div className="billing-portal-main" role="status">
        <VisuallyHidden>{t("portal.loading")}</VisuallyHidden>
        <Skeleton width="100%" height={204} />
        <Skeleton width="180px" height={24} />
        {METERS.map((meter) => (
          <Skeleton key={meter} width="100%" height={72} />
        ))}
      </div>
    </div>
  );
}
