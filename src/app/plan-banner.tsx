import { useLocation } from "wouter";
import type { CustomerProduct } from "../../packages/billing/src/contract";
import {
  CheckoutDialog,
  PayOpenInvoice,
  useCustomer,
  useFormat,
} from "../../packages/billing/src/react";
import { Button } from "../../packages/ui/src/button";
import { Notice } from "../../packages/ui/src/notice";
import { findPlanNews } from "./plan-news";
import type { PlanNews } from "./plan-news";
import { useRequest } from "../shared/use-request";

/** Under the header on every page, until it is resolved: an unpaid plan, or a scheduled change. */
export function PlanBanner() {
  const { customer } = useCustomer();
  const news = customer && findPlanNews(customer);
  if (!news) return null;
  return news.kind === "past_due" ? (
    <Notice
      look="banner"
      tone="danger"
      title="Your last payment did not go through."
      action={
        <>
          <PayOpenInvoice />
          <UpdateCard />
        </>
      }
    >
      <Unpaid product={news.product} />
    </Notice>
  ) : (
    <ChangeBanner news={news} />
  );
}

/** What happens next, if the provider knows. */
function Unpaid({ product }: { product: CustomerProduct }) {
  const { date } = useFormat();
  const { name, retry_at: retryAt, grace_ends_at: endsAt } = product;
  if (endsAt === undefined) return <>You keep {name} for now. A new card pays the bill.</>;
  return retryAt === undefined ? (
    <>
      We try your card a last time on {date(endsAt)}. If that fails, {name} ends. A new card pays
      the bill immediately.
    </>
  ) : (
    <>
      We try your card again on {date(retryAt)}. You keep {name} until {date(endsAt)}. A new card
      pays the bill immediately.
    </>
  );
}

function ChangeBanner({ news }: { news: Exclude<PlanNews, { kind: "past_due" }> }) {
  const { date } = useFormat();
  const [keptPlan, title] =
    news.kind === "moving"
      ? [news.from, `You move to ${news.to.name} on ${date(news.to.started_at)}.`]
      : [news.product, `${news.product.name} ends on ${date(news.endsAt)}.`];
  return (
    <Notice
      look="banner"
      tone="lamp"
      title={title}
      action={<KeepPlan productId={keptPlan.id} name={keptPlan.name} />}
    >
      You keep {keptPlan.name} until then.
    </Notice>
  );
}

function UpdateCard() {
  const { setupPayment } = useCustomer();
  const [path] = useLocation();
  const [busy, run] = useRequest();
  return (
    <Button size="small" busy={busy} onClick={() => run(() => setupPayment({ successUrl: path }))}>
      Update card
    </Button>
  );
}

function KeepPlan({ productId, name }: { productId: string; name: string }) {
  const { checkout } = useCustomer();
  const [busy, run] = useRequest();
  return (
    <Button
      size="small"
      busy={busy}
      onClick={() => run(() => checkout({ productId, dialog: CheckoutDialog }))}
    >
      Keep {name}
    </Button>
  );
}
