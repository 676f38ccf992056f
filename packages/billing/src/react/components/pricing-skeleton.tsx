import { Skeleton } from "../../../../ui/src/skeleton";
import { VisuallyHidden } from "../../../../ui/src/visually-hidden";
import { useTableFormat } from "../hooks/use-table-format";
import "./plan-column.css";

const COLUMNS = [1, 2, 3, 4];
const LINES = ["80%", "64%", "72%", "56%"];

/** The loading state of the pricing table, in its final size. */
export function PricingSkeleton() {
  const { t } = useTableFormat();
  return (
    <div
      className="billing-plans"
      style={{ "--billing-columns": COLUMNS.length } as React.CSSProperties}
      aria-busy="true"
    >
      <p role="status">
        <VisuallyHidden>{t("pricing.loading")}</VisuallyHidden>
      </p>
      <div className="billing-plan-columns" aria-hidden="true">
        {COLUMNS.map((column) => (
          <div key={column}>
            <div className="billing-plan" data-state="rest">
              <div className="billing-plan-head billing-plan-waiting">
                <Skeleton width="40%" height={20} />
                <Skeleton width="80%" height={14} />
              </div>
              <Skeleton width="50%" height={44} />
              <Skeleton width="100%" height={44} shape="pill" />
              <div className="billing-plan-waiting">
                {LINES.map((width) => (
                  <Skeleton key={width} width={width} height={14} />
                ))}
              </div>
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
