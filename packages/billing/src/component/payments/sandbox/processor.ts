import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { logEvent } from "../events";
import { defaultMethod, savedMethod } from "../methods";
import type { ChargeAnswer, ChargeRequest, InlineProcessor } from "../processor";
import { createToken, hashToken } from "../pageToken";
import { describeDecline, outcomeOfCharge } from "./cards";
import { dropChallenge, findChallenge, openChallenge } from "./challenges";
import { invoiceUrl } from "../invoiceLinks";
import { openPortal } from "../sessions";
import { siteUrl } from "../../platform/siteUrl";

/** Charges test cards, inside the caller's transaction. */
export const sandboxProcessor: InlineProcessor = {
  kind: "inline",

  async savedMethod(ctx, customer) {
    return await savedMethod(ctx, customer, "sandbox");
  },

  async charge(ctx, request) {
    const answer = await answerTo(ctx, request);
    await logCharge(ctx, { ...request, key: request.key.id }, answer.status);
    return answer;
  },

  async refund(ctx, request) {
    await logCharge(ctx, { ...request, key: request.paidBy }, "refunded");
  },

  async openPage() {
    const token = createToken();
    return { url: `${siteUrl()}/sandbox/checkout/${token}`, tokenHash: await hashToken(token) };
  },

  invoiceUrl,
  openPortal,
};

async function logCharge(
  ctx: MutationCtx,
  { customer, key, minor }: Omit<ChargeRequest, "key"> & { key: string },
  status: string,
): Promise<void> {
  await logEvent(ctx, { event_id: `evt_${createToken()}`, customer, key, minor, status });
}

async function answerTo(ctx: MutationCtx, request: ChargeRequest): Promise<ChargeAnswer> {
  const { customer, key } = request;
  const injected = await takeInjectedFailure(ctx, customer);
  if (injected !== null) {
    return { status: "declined", code: injected, message: describeDecline(injected) };
  }
  const card = await defaultMethod(ctx, customer, "sandbox");
  if (!card) return NO_CARD;
  const code = outcomeOfCharge(card.last4);
  if (code === "ok") return { status: "paid" };
  if (code !== "authenticate" && code !== "authenticate_once") {
    return { status: "declined", code, message: describeDecline(code) };
  }
  return await answerAuthenticated(ctx, key.id, card, code);
}

/** A card that asks for approval is charged once its customer has approved this very key. */
async function answerAuthenticated(
  ctx: MutationCtx,
  key: string,
  card: Doc<"paymentMethods">,
  code: "authenticate" | "authenticate_once",
): Promise<ChargeAnswer> {
  if (code === "authenticate_once" && card.authenticated === true) return { status: "paid" };
  const challenge = await findChallenge(ctx, key);
  if (challenge?.approved !== true) {
    await openChallenge(ctx, card.customer, key, null);
    return { status: "requires_action", url: null };
  }
  await dropChallenge(ctx, key);
  if (code === "authenticate_once") {
    await ctx.db.patch("paymentMethods", card._id, { authenticated: true });
  }
  return { status: "paid" };
}

/** Takes the simulated response for the customer's next charge; null if there is none. */
export async function takeInjectedFailure(ctx: MutationCtx, customer: Id<"customers">) {
  const injected = await ctx.db
    .query("injectedFailures")
    .withIndex("by_customer", (q) => q.eq("customer", customer))
    .first();
  if (injected) await ctx.db.delete("injectedFailures", injected._id);
  return injected && injected.code;
}

const NO_CARD: ChargeAnswer = {
  status: "declined",
  code: "no_payment_method",
  message: "There is no saved card to charge.",
};
