import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Customer } from "../../../convex/contract/wire";
import { useCustomer } from "../../billing";
import { ChangePassword, useIdentity } from "../../identity";
import { withNextPath } from "../../shell/next-path";
import { Button } from "../../ui/button";
import { Frames } from "../wall/frames";
import { AddOns } from "./add-ons";
import { BillingSkeleton } from "./billing-skeleton";
import { CancelPlan } from "./cancel-plan";
import { InvoiceList } from "./invoice-list";
import { PlanCard } from "./plan-card";
import { Section } from "./section";
import { UsedList } from "./used-list";
import "./billing-settings-screen.css";

/** What one pays and has used, and the account behind it. */
export function BillingSettingsScreen() {
  const { status } = useIdentity();
  return status === "signedOut" ? <SignInFirst /> : <SignedIn />;
}

function SignedIn() {
  const { customer, error, isLoading, refetch } = useCustomer({
    errorOnNotFound: false,
    expand: ["invoices", "payment_method"],
  });
  if (customer) return <Settings customer={customer} />;
  if (!error || isLoading) return <Layout main={<BillingSkeleton />} />;
  return (
    <Frames
      look="error"
      title="Your billing did not load"
      action={
        <Button look="primary" size="large" onClick={() => void refetch()}>
          Try again
        </Button>
      }
    >
      Nothing was charged or changed. Check your connection, then try again. ({error.code})
    </Frames>
  );
}

function Settings({ customer }: { customer: Customer }) {
  return (
    <Layout
      main={
        <>
          <PlanCard customer={customer} />
          <UsedList features={Object.values(customer.features)} />
          <Section title="Account">
            <div className="settings-account">
              <ChangePassword />
            </div>
          </Section>
        </>
      }
      aside={
        <>
          <InvoiceList invoices={customer.invoices ?? []} />
          <AddOns products={customer.products} />
          <CancelPlan products={customer.products} />
          {customer.env === "sandbox" && (
            <Link className="settings-link" href="/dev/billing">
              Test clock
            </Link>
          )}
        </>
      }
    />
  );
}

function Layout({ main, aside }: { main: ReactNode; aside?: ReactNode }) {
  return (
    <div className="settings">
      <h1>Billing</h1>
      <div className="settings-main">{main}</div>
      {aside !== undefined && <aside className="settings-aside">{aside}</aside>}
    </div>
  );
}

function SignInFirst() {
  return (
    <Frames
      look="empty"
      title="Sign in to see your billing"
      action={
        <Link
          className="ui-button"
          data-look="primary"
          data-size="large"
          href={withNextPath("/sign-in", "/settings/billing")}
        >
          Sign in
        </Link>
      }
    >
      Plan, card and invoices are yours alone.
    </Frames>
  );
}
