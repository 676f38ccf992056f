import { plural, t } from "../../language/text";
import { useQuery } from "convex/react";
import { Link } from "wouter";
import { api } from "../../../convex/_generated/api";
import type { Customer } from "../../../packages/billing/src/contract";
import { useCustomer, useFormat, usePricingTable } from "../../../packages/billing/src/react";
import { useIdentity } from "../../identity";
import { EmptyState } from "../grid/empty-state";
import { SignInFirst } from "../billing-settings/sign-in-first";
import { boughtBy, nextStepFor } from "./next-step";

/** The page after a payment: thanks, receipt, and the next step. */
export function ThanksScreen() {
  const { status } = useIdentity();
  const { customer } = useCustomer({ errorOnNotFound: false, expand: ["invoices"] });
  if (status === "signedOut") {
    return (
      <SignInFirst title={t("Sign in to see what you bought")} path="/thanks">
        {t("It is on your account.")}
      </SignInFirst>
    );
  }
  if (!customer) return null;
  return boughtBy(customer).productIds.length === 0 ? (
    <NothingBought />
  ) : (
    <Thanks customer={customer} />
  );
}

function NothingBought() {
  return (
    <EmptyState
      look="empty"
      title={t("Nothing bought yet")}
      action={
        <Link className="billing-button" data-look="primary" data-size="large" href="/pricing">
          {t("See plans")}
        </Link>
      }
    >
      {t("After a purchase, you find its receipt here.")}
    </EmptyState>
  );
}

function Thanks({ customer }: { customer: Customer }) {
  const { money, list } = useFormat();
  const { products } = usePricingTable();
  const studios = useQuery(api.community.studios.functions.mine, {});
  const { productIds, paid } = boughtBy(customer);
  const names = productIds.map((id) => products.find((one) => one.id === id)?.name ?? id);
  const own = studios?.find(({ ownRole }) => ownRole === "owner");
  const next = nextStepFor(productIds[0], own?.slug);
  const url = paid?.hosted_invoice_url;
  return (
    <EmptyState
      look="empty"
      title={t("Thank you")}
      action={
        <Link className="billing-button" data-look="primary" data-size="large" href={next.href}>
          {t(next.label)}
        </Link>
      }
      more={
        url != null && (
          <a href={url} target="_blank" rel="noopener noreferrer">
            {t("Open the receipt")}
          </a>
        )
      }
    >
      {plural(names.length, "{names} is yours now.", "{names} are yours now.", {
        names: list(names),
      })}{" "}
      {paid && t("You paid {amount}.", { amount: money(paid.total, paid.currency) })}
    </EmptyState>
  );
}
