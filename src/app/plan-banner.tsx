import { t } from "../language/text";
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

/** Below the header on every page, until it is resolved: an unpaid plan, or a scheduled change. */
export function PlanBanner() {
  const { customer } = useCustomer();
  const news = customer && findPlanNews(customer);
  if (!news) return null;
  return news.kind === "past_due" ? (
    <Notice
      look="banner"
      tone="danger"
      title={t("Your last payment did not go through.")}
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

/** The next change, if the provider reports it. */
function Unpaid({ product }: { product: CustomerProduct }) {
  const { date } = useFormat();
  const { name, retry_at: retryAt, grace_ends_at: endsAt } = product;
  if (endsAt === undefined)
    return <>{t("You keep {name} for now. A new card pays the bill.", { name })}</>;
  return retryAt === undefined ? (
    <>
      {t(
        "We’ll try your card one last time on {date}. If that fails, {name} ends. A new card pays the bill immediately.",
        { date: date(endsAt), name },
      )}
    </>
  ) : (
    <>
      {t(
        "We’ll try your card again on {date}. You keep {name} until {end}. A new card pays the bill immediately.",
        { date: date(retryAt), name, end: date(endsAt) },
      )}
    </>
  );
}

function ChangeBanner({ news }: { news: Exclude<PlanNews, { kind: "past_due" }> }) {
  const { date } = useFormat();
  const [keptPlan, title] =
    news.kind === "moving"
      ? [
          news.from,
          t("You move to {name} on {date}.", {
            name: news.to.name,
            date: date(news.to.started_at),
          }),
        ]
      : [
          news.product,
          t("{name} ends on {date}.", { name: news.product.name, date: date(news.endsAt) }),
        ];
  return (
    <Notice
      look="banner"
      tone="lamp"
      title={title}
      action={<KeepPlan productId={keptPlan.id} name={keptPlan.name} />}
    >
      {t("You keep {name} until then.", { name: keptPlan.name })}
    </Notice>
  );
}

function UpdateCard() {
  const { setupPayment } = useCustomer();
  const [path] = useLocation();
  const [busy, run] = useRequest();
  return (
    <Button size="small" busy={busy} onClick={() => run(() => setupPayment({ successUrl: path }))}>
      {t("Update card")}
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
      {t("Keep {name}", { name })}
    </Button>
  );
}
