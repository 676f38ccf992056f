import { v } from "convex/values";
import type { Infer } from "convex/values";
import { fail, ok, vResult } from "../../contract/errors";
import type { Failure, Result } from "../../contract/errors";
import { vNextInvoice } from "../../contract/nextInvoice";
import { nullable, vInvoice } from "../../contract/wire";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import { internalMutation, internalQuery } from "../_generated/server";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { attach } from "../operations/purchases/attach";
import { cancel } from "../operations/purchases/cancel";
import { openSetupPage } from "../operations/purchases/setup";
import { nowFor } from "../platform/clock";
import { reloadAndSave } from "../store/saveRevision";
import { ensureCurrentCustomerById } from "../operations/customers/customers";
import { payDebt } from "../operations/renewal/debt";
import { loadNextInvoice } from "../operations/renewal/nextInvoice";
import { loadCustomerState } from "../store/customers/customerState";
import { pageOfInvoices, serializeInvoice } from "../operations/responses/invoiceViews";
import { endOfAccess } from "../rules/subscriptions/currentProducts";
import { isFree, isOneOff } from "../rules/products/product";
import {
  addMethod,
  chooseMethod,
  listMethods,
  removeMethod,
  vCardDetails,
} from "../payments/methods";
import type { CardDetails } from "../payments/methods";
import { currentProcessor } from "../payments/current";
import { refuseOutsideSandbox } from "../platform/mode";
import { listApprovals } from "../payments/charges/cards";
import { readCard } from "../payments/sandbox/cards";
import { dropChallenge, findChallenge, openChallenge } from "../payments/sandbox/challenges";
import { findPortal, portalUrl } from "../payments/sessions";
import { sha256Hex } from "../platform/digest";

const INVOICES_A_PAGE = 20;

const vMethod = v.object({ id: v.id("paymentMethods"), card: vCardDetails });

const vPlan = v.object({
  product_id: v.string(),
  entity_id: v.union(v.string(), v.null()),
  name: v.string(),
  state: v.union(v.literal("active"), v.literal("canceling"), v.literal("scheduled")),
  /** When it renews, ends or begins; past due: when it ends unless it is paid. Null: unknown. */
  at: v.union(v.number(), v.null()),
  past_due: v.boolean(),
});

const vPortal = v.object({
  email: v.union(v.string(), v.null()),
  /** The default comes first. */
  methods: v.array(vMethod),
  /** How a card is added: on this page, with a test number, or on the processor's own. */
  adds: v.union(v.literal("here"), v.literal("elsewhere")),
  /** The processor's pages where payments wait for their owner's approval. */
  approvals: v.array(v.string()),
  plans: v.array(vPlan),
  /** Null: billing will charge nothing by itself, or the next invoice is not known. */
  next_invoice: nullable(vNextInvoice),
  invoices: v.array(vInvoice),
  /** The cursor of the next page of invoices; null on the last one. */
  older_invoices: v.union(v.string(), v.null()),
  /** Whether a card waits for its owner's approval. */
  awaits_approval: v.boolean(),
  form_token: v.string(),
  return_url: v.union(v.string(), v.null()),
});
export type Portal = Infer<typeof vPortal>;

const vChange = v.union(
  v.object({ do: v.union(v.literal("approve"), v.literal("refuse")) }),
  v.object({ do: v.literal("add_elsewhere") }),
  v.object({ do: v.literal("choose"), method: v.string() }),
  v.object({ do: v.literal("remove"), method: v.string() }),
  v.object({ do: v.literal("cancel"), product: v.string(), entity: v.string() }),
  v.object({ do: v.literal("renew"), product: v.string(), entity: v.string() }),
  v.object({
    do: v.literal("add"),
    number: v.string(),
    expMonth: v.number(),
    expYear: v.number(),
    cvc: v.string(),
  }),
);
export type PortalChange = Infer<typeof vChange>;

const NO_PAGE = fail("not_found", "There is no such page", 404);

/** The content of the portal: cards, plans and invoices of the customer that it was opened for. */
export const readPortal = internalQuery({
  args: { token: v.string(), now: v.number(), cursor: v.optional(v.string()) },
  returns: vResult(vPortal),
  handler: async (ctx, { token, now, cursor }): Promise<Result<Portal>> => {
    const session = await sessionOf(ctx, token, now);
    if ("error" in session) return session;
    const customer = await ctx.db.get("customers", session.customer);
    if (!customer) return NO_PAGE;
    const own = nowFor(customer, now);
    const customerState = await loadCustomerState(ctx, customer, own);
    const plans = customerState.subscriptions.filter(isRenewable);
    const page = { limit: INVOICES_A_PAGE, ...(cursor !== undefined && { cursor }) };
    const invoices = await pageOfInvoices(ctx, customer._id, page);
    if ("error" in invoices) return NO_PAGE;
    return ok({
      email: customer.email,
      ...(await methodsOf(ctx, customer._id)),
      plans: plans.map(serializePlan),
      next_invoice: (await loadNextInvoice(ctx, customerState)) ?? null,
      invoices: await Promise.all(invoices.rows.map((row) => serializeInvoice(row, own))),
      older_invoices: invoices.next,
      awaits_approval: (await findChallenge(ctx, session._id)) !== null,
      form_token: await formToken(token),
      return_url: session.return_url,
    });
  },
});

async function methodsOf(ctx: QueryCtx, customer: Id<"customers">) {
  const isRemote = currentProcessor()?.kind === "remote";
  const kept = await listMethods(ctx, customer, isRemote ? "remote" : "sandbox");
  return {
    methods: kept.map(serializeMethod),
    adds: isRemote ? ("elsewhere" as const) : ("here" as const),
    approvals: isRemote ? await listApprovals(ctx, customer) : [],
  };
}

/**
 * One change of the customer's own cards or plans.
 *
 * @returns The page to open next; null: this one.
 */
export const change = internalMutation({
  args: { token: v.string(), form_token: v.string(), change: vChange },
  returns: vResult(nullable(v.string())),
  handler: async (ctx, { token, form_token, change: asked }): Promise<Result<string | null>> => {
    const session = await sessionOf(ctx, token, Date.now());
    if ("error" in session) return session;
    if (form_token !== (await formToken(token))) return STALE_FORM;
    const isRemote = currentProcessor()?.kind === "remote";
    if (asked.do !== "add_elsewhere") {
      if (isRemote && HERE_ALONE.has(asked.do)) return NO_PAGE;
      return (await makeChange(ctx, session, asked)) ?? ok(null);
    }
    return isRemote ? await openCardPage(ctx, session, token) : NO_PAGE;
  },
});

/** The actions of the sandbox's own form. */
const HERE_ALONE: ReadonlySet<PortalChange["do"]> = new Set(["add", "approve", "refuse"]);

/** The processor's page for a card, which leads back to this portal. */
async function openCardPage(
  ctx: MutationCtx,
  { customer }: Doc<"portalSessions">,
  token: string,
): Promise<Result<string>> {
  const { customer_id } = (await ensureCurrentCustomerById(ctx, customer, null)).customer;
  const opened = await openSetupPage(
    ctx,
    { customer_id, success_url: portalUrl("elsewhere", token) },
    undefined,
  );
  return opened.data ? ok(opened.data.url) : opened;
}

async function makeChange(
  ctx: MutationCtx,
  session: Doc<"portalSessions">,
  asked: Exclude<PortalChange, { do: "add_elsewhere" }>,
): Promise<Failure | null> {
  switch (asked.do) {
    case "add":
      return await addCard(ctx, session, asked);
    case "approve":
    case "refuse":
      return await decide(ctx, session, asked.do);
    case "choose":
    case "remove":
      return await changeMethod(ctx, session, asked);
    case "cancel":
    case "renew":
      return await changePlan(ctx, session, asked);
  }
}

async function addCard(
  ctx: MutationCtx,
  session: Doc<"portalSessions">,
  form: Extract<PortalChange, { do: "add" }>,
): Promise<Failure | null> {
  const { customer } = session;
  const read = readCard(form, Date.now());
  if (!read.ok) {
    const code = read.reason === "invalid" ? "invalid_inputs" : "payment_failed";
    return fail(code, read.message, read.reason === "invalid" ? 400 : 402);
  }
  if (read.needsApproval) await openChallenge(ctx, customer, session._id, read.card);
  else await saveCard(ctx, session, read.card);
  return null;
}

/** A card that waits for approval is saved with it, and deleted without. */
async function decide(
  ctx: MutationCtx,
  session: Doc<"portalSessions">,
  what: "approve" | "refuse",
): Promise<Failure | null> {
  const challenge = await findChallenge(ctx, session._id);
  if (!challenge?.card) return fail("invalid_request", "Nothing waits for approval");
  await dropChallenge(ctx, session._id);
  if (what === "refuse") return fail("payment_failed", "The card was not approved", 402);
  await saveCard(ctx, session, challenge.card);
  return null;
}

async function saveCard(
  ctx: MutationCtx,
  { customer }: Doc<"portalSessions">,
  card: CardDetails,
): Promise<void> {
  const customerState = await ensureCurrentCustomerById(ctx, customer, null);
  await addMethod(ctx, customer, card);
  await reloadAndSave(ctx, await payDebt(ctx, customerState));
}

async function changeMethod(
  ctx: MutationCtx,
  { customer }: Doc<"portalSessions">,
  { do: what, method: id }: Extract<PortalChange, { method: string }>,
): Promise<Failure | null> {
  const methodId = ctx.db.normalizeId("paymentMethods", id);
  const method = methodId && (await ctx.db.get("paymentMethods", methodId));
  if (method?.customer !== customer) return fail("not_found", "This card is not saved", 404);
  const customerState = await ensureCurrentCustomerById(ctx, customer, null);
  if (what === "remove") await forget(ctx, method);
  else await chooseMethod(ctx, method);
  // A newly chosen card pays open invoices; either way, open pages update.
  await reloadAndSave(ctx, what === "remove" ? customerState : await payDebt(ctx, customerState));
  return null;
}

async function forget(ctx: MutationCtx, method: Doc<"paymentMethods">): Promise<void> {
  await removeMethod(ctx, method);
  const { processor_id: id } = method;
  if (id === undefined) return;
  await ctx.scheduler.runAfter(0, internal.payments.charges.cards.detach, { method: id });
}

async function changePlan(
  ctx: MutationCtx,
  { customer: id }: Doc<"portalSessions">,
  { do: what, product, entity }: Extract<PortalChange, { product: string }>,
): Promise<Failure | null> {
  const { customer, subscriptions } = await ensureCurrentCustomerById(ctx, id);
  const isShown = subscriptions
    .filter(isRenewable)
    .some((row) => row.product.id === product && (row.entity_id ?? "") === entity);
  if (!isShown)
    return fail("customer_product_not_found", `Product ${product} is not attached`, 404);
  const about = {
    customer_id: customer.customer_id,
    product_id: product,
    ...(entity !== "" && { entity_id: entity }),
  };
  const answer = what === "cancel" ? await cancel(ctx, about) : await attach(ctx, about, undefined);
  return answer.error ? { statusCode: 400, ...answer } : null;
}

function serializeMethod(method: Doc<"paymentMethods">): Infer<typeof vMethod> {
  const { _id: id, brand, last4, exp_month, exp_year } = method;
  return { id, card: { brand, last4, exp_month, exp_year } };
}

type SubscriptionRow = Awaited<ReturnType<typeof loadCustomerState>>["subscriptions"][number];

/** The portal shows these plans, and changes no others. */
function isRenewable({ product }: SubscriptionRow): boolean {
  return !isFree(product) && !isOneOff(product);
}

function serializePlan(row: SubscriptionRow): Infer<typeof vPlan> {
  const { product, entity_id, status, canceled_at, starts_at, renews_at } = row;
  const endsAt = endOfAccess(row);
  const plan = { product_id: product.id, entity_id, name: product.name };
  const past_due = status === "past_due";
  if (status === "scheduled") return { ...plan, past_due, state: "scheduled", at: starts_at };
  return canceled_at === null
    ? { ...plan, past_due, state: "active", at: endsAt ?? renews_at }
    : { ...plan, past_due, state: "canceling", at: endsAt };
}

async function sessionOf(
  ctx: QueryCtx,
  token: string,
  now: number,
): Promise<Doc<"portalSessions"> | Failure> {
  if (!currentProcessor()) return refuseOutsideSandbox() ?? NO_PAGE;
  return (await findPortal(ctx, token, now)) ?? NO_PAGE;
}

const STALE_FORM = fail("forbidden", "This form is not from this page", 403);

/** Proves that a form came from the page itself: only the page's address can create it. */
export async function formToken(token: string): Promise<string> {
  return await sha256Hex(`form:${token}`);
}
