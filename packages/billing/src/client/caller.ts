import type { Caller as ComponentCaller, Who } from "../contract/caller";
import { readClaims } from "../contract/claims";
import type { VerifiedIdentity } from "../contract/claims";
import { asResult, ok } from "../contract/errors";
import type { Failure, Result } from "../contract/errors";
import { isId } from "../contract/ids";
import type { BrowserOperation } from "../contract/operations";
import type { CustomerData } from "../contract/params";
import type { ComponentApi } from "../component/_generated/component";
import type { ReadingCtx, WritingCtx } from "./context";

/** A customer that the host identifies by its own id, such as the caller's organization. */
export interface NamedCustomer {
  /** From the verified token or your own tables: 1 to 128 letters, digits or `_-:.`. */
  customerId: string;
  /** Fills fields that the customer does not have yet. */
  customerData?: CustomerData | undefined;
  /**
   * The entity that the caller uses, such as a seat. Default: the customer itself.
   * Calls that add, read or remove entities name the entity, and `authorize` decides.
   */
  entityId?: string | undefined;
  tokenIdentifier?: never;
}

/** A caller who may call only some operations, such as a member who may not buy. */
export interface LimitedCaller {
  who: NamedCustomer | VerifiedIdentity;
  /** The allowed operations. */
  only: readonly BrowserOperation[];
  /** The response to all other operations. */
  refusal: Failure;
}

/**
 * The result of a host's `identify`: a customer with the host's own id; an identity,
 * whose customer billing finds or creates; either of these with limits; a refusal,
 * which is the response to every call of the browser; or null for a visitor.
 */
export type Identification = NamedCustomer | VerifiedIdentity | LimitedCaller | Failure | null;

/** The host's setting that chooses the customer. */
export interface Identify {
  /**
   * Returns the customer of a call, in queries, mutations and actions. It receives no
   * arguments of the call, so a browser can't choose a customer. Default: the verified
   * identity. A method, so that a host may declare the context as its own `QueryCtx |
   * MutationCtx | ActionCtx`.
   */
  identify?(ctx: ReadingCtx): Promise<Identification>;
}

/** A caller in the component's format, with data that only the client needs. */
interface Caller {
  asked: ComponentCaller;
  /** The host's data about the customer, besides the id. */
  own: Pick<Who, "customerData" | "entityId">;
  /** The session that the rate limits count; null: they count all calls of the customer. */
  session: string | null;
  limits: Omit<LimitedCaller, "who"> | null;
}

/**
 * Returns the caller's customer, and stores it if the context can write; null for a
 * visitor or a refused caller.
 */
export async function identify(
  component: ComponentApi,
  ctx: ReadingCtx | WritingCtx,
  host: Identify,
): Promise<Who | null> {
  const caller = await findCaller(ctx, host);
  if (!caller || "error" in caller) return null;
  const { asked, own } = caller;
  if (!("runMutation" in ctx)) {
    return { ...(await ctx.runQuery(component.public.customerOf, { caller: asked })), ...own };
  }
  const { data } = await ctx.runMutation(component.public.identifyCaller, { caller: asked });
  if (!data) throw new Error("Only calls of a browser are limited");
  return { ...data, ...own };
}

/**
 * The customer of a browser's call; null: a visitor. A writing operation counts
 * towards the session's rate limits.
 */
export async function admit(
  component: ComponentApi,
  ctx: WritingCtx,
  host: Identify,
  operation: BrowserOperation,
): Promise<Result<Who | null>> {
  const caller = await findCaller(ctx, host);
  if (!caller) return ok(null);
  if ("error" in caller) return caller;
  const { asked, own, session, limits } = caller;
  if (limits && !limits.only.includes(operation)) return limits.refusal;
  const call = { operation, session };
  const { identifyCaller } = component.public;
  const admitted = asResult<Who>(await ctx.runMutation(identifyCaller, { caller: asked, call }));
  return admitted.error ? admitted : ok({ ...admitted.data, ...own });
}

/** The caller in the format of the component's queries; null for a visitor or a refused caller. */
export async function callerOf(ctx: ReadingCtx, host: Identify): Promise<ComponentCaller | null> {
  const caller = await findCaller(ctx, host);
  return caller && "asked" in caller ? caller.asked : null;
}

async function findCaller(ctx: ReadingCtx, host: Identify): Promise<Caller | Failure | null> {
  // A host without types may return anything.
  const found: unknown = host.identify
    ? await host.identify(ctx)
    : await ctx.auth.getUserIdentity();
  if (found === null) return null;
  // First, because a token may have claims with any name.
  if (isIdentity(found)) return { ...(await readCaller(ctx, found)), limits: null };
  if (isFailure(found)) return found;
  if (!isLimited(found)) return { ...(await readCaller(ctx, found)), limits: null };
  const { who, ...limits } = found;
  return { ...(await readCaller(ctx, who)), limits };
}

async function readCaller(ctx: ReadingCtx, who: unknown): Promise<Omit<Caller, "limits">> {
  if (isIdentity(who)) {
    // The component accepts no session and no nickname.
    const { sid, nickname: _nickname, ...identity } = readClaims(who);
    return { asked: { identity }, own: {}, session: sid ?? null };
  }
  const { customerId, customerData, entityId } = readNamed(who);
  const verified = await ctx.auth.getUserIdentity();
  const tokenIdentifier = verified?.tokenIdentifier ?? null;
  // Members of one customer don't use up each other's limits.
  const session = (verified && readClaims(verified).sid) ?? tokenIdentifier;
  const own = {
    ...(customerData && { customerData }),
    ...(entityId !== undefined && { entityId }),
  };
  return { asked: { customerId, tokenIdentifier }, own, session };
}

/** @throws {Error} If it has no customer id, or an id that can't be part of a URL. */
function readNamed(who: unknown): NamedCustomer {
  if (!isObject(who) || !("customerId" in who)) throw notACaller(who);
  for (const name of ["customerId", "entityId"] as const) {
    const id = who[name];
    const isAbsent = name === "entityId" && id === undefined;
    if (!isAbsent && (typeof id !== "string" || !isId(id))) throw notAnId(name, id);
  }
  // Its ids were just read; the component validates the rest.
  return who as unknown as NamedCustomer;
}

/** Contains only the names of the fields, because their values may be personal. */
function notACaller(found: unknown): Error {
  const what = isObject(found) ? `{ ${Object.keys(found).join(", ")} }` : String(found);
  return new Error(
    `Billing: identify returned ${what}: it must return { customerId }, an identity, ` +
      "{ who, only, refusal }, a refusal, or null for a visitor",
  );
}

function notAnId(name: "customerId" | "entityId", id: unknown): Error {
  const named = typeof id === "string" ? `"${id}"` : String(id);
  return new Error(
    `Billing: identify returned the ${name} ${named}: ` +
      "it must be 1 to 128 letters, digits or _-:. (null: a visitor)",
  );
}

/** A success uses the same envelope, but is not a refusal. */
function isFailure(found: unknown): found is Failure {
  return isObject(found) && "statusCode" in found && isObject(found["error"]);
}

function isLimited(found: unknown): found is Omit<LimitedCaller, "who"> & { who: unknown } {
  return (
    isObject(found) && "who" in found && Array.isArray(found["only"]) && isFailure(found["refusal"])
  );
}

function isIdentity(found: unknown): found is VerifiedIdentity {
  return isObject(found) && typeof found["tokenIdentifier"] === "string";
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
