import type { PaymentMethod } from "../../contract/wire";
import type { Doc, Id } from "../../_generated/dataModel";
import { env } from "../../_generated/server";
import type { QueryCtx } from "../../_generated/server";
import type { ChargeOutcome, PaymentProcessor } from "../processor";
import { createToken, hashToken } from "./capability";
import { describeDecline, outcomeOfCharge } from "./cards";

/** Charges test cards, inside the caller's transaction. */
export const sandboxProcessor: PaymentProcessor = {
  async savedMethod(ctx, customer) {
    const card = await newestCard(ctx, customer);
    return card && describeCard(card);
  },

  async charge(ctx, { customer }) {
    const card = await newestCard(ctx, customer);
    return card ? chargeCard(card) : NO_CARD;
  },

  async openPage() {
    const token = createToken();
    return { url: pageUrl(token), tokenHash: await hashToken(token) };
  },
};

const NO_CARD: ChargeOutcome = {
  status: "declined",
  code: "no_payment_method",
  message: "There is no saved card to charge.",
};

function newestCard(ctx: QueryCtx, customer: Id<"customers">) {
  return ctx.db
    .query("paymentMethods")
    .withIndex("by_customer", (q) => q.eq("customer", customer))
    .order("desc")
    .first();
}

function chargeCard({ last4 }: Doc<"paymentMethods">): ChargeOutcome {
  const code = outcomeOfCharge(last4);
  if (code === "ok") return { status: "paid" };
  return { status: "declined", code, message: describeDecline(code) };
}

function describeCard(card: Doc<"paymentMethods">): PaymentMethod {
  const { brand, last4, exp_month, exp_year } = card;
  return { id: card._id, type: "card", card: { brand, last4, exp_month, exp_year } };
}

function pageUrl(token: string): string {
  const site = env.CONVEX_SITE_URL;
  if (!site) throw new Error("CONVEX_SITE_URL is a built-in of every deployment, yet it is unset");
  return `${site}/sandbox/checkout/${token}`;
}
