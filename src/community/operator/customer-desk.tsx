import { formatDate } from "../../language/format";
import { t } from "../../language/text";
import { useQuery } from "convex/react";
import { useState } from "react";
import { Link } from "wouter";
import { api } from "../../../convex/_generated/api";
import type { Customer } from "../../../packages/billing/src/contract";
import { Button } from "../../../packages/ui/src/button";
import { Notice } from "../../../packages/ui/src/notice";
import { Waiting } from "../../shared/waiting";
import { CustomerBalances } from "./customer-balances";
import { CustomerInvoices } from "./customer-invoices";
import { CustomerPlans } from "./customer-plans";
import { CustomerTimeline } from "./customer-timeline";
import { GrantProduct } from "./grant-product";
import { GrantUnits } from "./grant-units";
import { ReinstateDialog, SuspendDialog } from "./standing-dialog";

interface Member {
  username: string;
  suspendedFor: string | null;
}

/** Everything about one customer, with the operator's actions. */
export function CustomerDesk({ customerId }: { customerId: string }) {
  const answer = useQuery(api.community.operators.functions.customer, { customerId });
  if (answer === undefined) return <Waiting />;
  if (!answer.data) {
    return (
      <p className="operator-none">{t("No customer is called “{text}”.", { text: customerId })}</p>
    );
  }
  const { customer, member } = answer.data;
  return (
    <div className="operator-desk">
      <CustomerHead customerId={customerId} customer={customer} member={member} />
      <div className="operator-parts">
        <div className="operator-stack">
          <CustomerPlans customerId={customerId} products={customer.products} />
          <CustomerInvoices customerId={customerId} />
        </div>
        <CustomerBalances features={Object.values(customer.features)} />
      </div>
      <CustomerTimeline customerId={customerId} nameOf={namesIn(customer)} />
    </div>
  );
}

/** The names of features and products by id; an unknown id is its own name. */
function namesIn({ features, products }: Customer): (id: string) => string {
  const named = [...Object.values(features), ...products];
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? id;
}

interface HeadProps {
  customerId: string;
  customer: Customer;
  member: Member | null;
}

function CustomerHead({ customerId, customer, member }: HeadProps) {
  const [asked, setAsked] = useState<"units" | "product" | "standing" | null>(null);
  const onClose = () => setAsked(null);
  const { name, email, created_at: since, payment_method: method } = customer;
  const card = method?.card;
  const suspendedFor = member?.suspendedFor ?? null;
  const Standing = suspendedFor === null ? SuspendDialog : ReinstateDialog;
  return (
    <section className="operator-section">
      <h2>
        {member ? (
          <Link href={`/u/${encodeURIComponent(member.username)}`}>@{member.username}</Link>
        ) : (
          (name ?? email ?? customerId)
        )}
      </h2>
      <p className="operator-detail">
        {[
          email,
          t("customer {id}", { id: customerId }),
          t("since {date}", { date: formatDate(since, { dateStyle: "medium" }) }),
          card ? t("{brand} ending in {last4}", card) : t("no card"),
        ]
          .filter((part) => part !== null)
          .join(" · ")}
      </p>
      {suspendedFor !== null && (
        <Notice tone="danger" title={t("Suspended")}>
          {suspendedFor}
        </Notice>
      )}
      <div className="operator-actions">
        <Button onClick={() => setAsked("units")}>{t("Grant units")}</Button>
        <Button onClick={() => setAsked("product")}>{t("Grant a product")}</Button>
        {member && (
          <Button onClick={() => setAsked("standing")}>
            {suspendedFor === null ? t("Suspend") : t("Reinstate")}
          </Button>
        )}
      </div>
      {asked === "units" && (
        <GrantUnits customerId={customerId} customer={customer} onClose={onClose} />
      )}
      {asked === "product" && <GrantProduct customerId={customerId} onClose={onClose} />}
      {asked === "standing" && member && (
        <Standing customerId={customerId} username={member.username} onClose={onClose} />
      )}
    </section>
  );
}
