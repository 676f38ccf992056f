import type { CustomerProduct } from "../../../convex/contract/wire";
import { CheckoutDialog, useCustomer, useFormat, usePricingTable } from "../../billing";
import { useRequest } from "../../shell/use-request";

/** The way back to the free plan: whatever the catalogue says ends the paid one. */
export function CancelPlan({ products }: { products: readonly CustomerProduct[] }) {
  const table = usePricingTable();
  const { checkout } = useCustomer();
  const { date } = useFormat();
  const [busy, run] = useRequest();
  const productId = table.products.find(({ scenario }) => scenario === "cancel")?.id;
  const plan = products.find(({ is_add_on, is_default }) => !is_add_on && !is_default);
  const until = plan?.current_period_end;
  if (!productId || !plan || until === undefined || plan.canceled_at !== null) return null;
  return (
    <section className="settings-cancel">
      <button
        type="button"
        className="settings-link"
        disabled={busy}
        onClick={() => run(() => checkout({ productId, dialog: CheckoutDialog }))}
      >
        Cancel plan
      </button>
      <p>
        You would keep {plan.name} until {date(until)}.
      </p>
    </section>
  );
}
