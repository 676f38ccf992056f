import { getFunctionName } from "convex/server";
import { vi } from "vitest";
import { api, internal } from "../../src/component/_generated/api";
import { fail, ok } from "../../src/contract/errors";
import { operations } from "../../src/contract/operations";
import type { Operation, WireParams } from "../../src/contract/operations";
import { runOperation } from "../../src/component/callOperation";
import type { openBilling } from "../../../../tests/convex/backend";
import { FakeStripe } from "../payments/stripe/fake-stripe";
import { reach } from "../payments/stripe/reach";
import { casesOf } from "../../../../tests/cases";

type Engine = ReturnType<typeof openBilling>;

/** The processor of this test run. */
export const charging: { by: "inline" | "remote" } = { by: "inline" };

const remotes = new WeakMap<object, FakeStripe>();
const OPERATIONS = "public:";
const MAX_ROWS = 50;
const MAX_STEPS = 500;

/** The remote processor of an engine; null: the sandbox charges. */
export function remoteOf(t: Engine): FakeStripe | null {
  return remotes.get(t) ?? null;
}

/**
 * The number of cases of a property: with a remote processor, which is slower, few of those that
 * have been tried without one.
 */
export function triesOf(inline: number): number {
  const tries = charging.by === "inline" ? inline : Math.ceil(inline / 50);
  return casesOf(tries, 5 * tries);
}

/**
 * The engine as its deployment runs it: with a remote processor, due steps are
 * processed, and every request gets its answer.
 */
export function deploy(t: Engine, mode = "sandbox"): Engine {
  reach(null);
  if (charging.by === "inline" || mode !== "sandbox") return t;
  const remote = new FakeStripe();
  reach(remote);
  const mutation = async (...asked: Parameters<Engine["mutation"]>) => {
    reach(remote);
    await takeDueSteps(t);
    const answer = await perform(t, ...asked);
    await settle(t);
    return answer;
  };
  // The wrapper passes the function's answer on, so it has the wrapped type.
  const engine = { ...t, mutation: mutation as Engine["mutation"] };
  remotes.set(engine, remote);
  return engine;
}

/** Operations are called as servers call them: again, once a charge has its answer. */
async function perform(t: Engine, ...asked: Parameters<Engine["mutation"]>): Promise<unknown> {
  const [reference, ...rest] = asked;
  const [args] = rest;
  const name = typeof reference === "function" ? "" : getFunctionName(reference);
  const op = name.slice(OPERATIONS.length);
  if (!name.startsWith(OPERATIONS) || !isOperation(op)) {
    const answer: unknown = await t.mutation(reference, ...rest);
    return answer;
  }
  // The caller has typed these by the operation's name; here any operation is possible.
  const { params, ...key } = args as { params: WireParams<"attach">; idempotencyKey?: string };
  return await runOperation(contextOf(t), api, op as "attach", params, key);
}

/** What running an operation needs of an action's context. */
export function contextOf(t: Engine): Parameters<typeof runOperation>[0] {
  const ctx = { runMutation: t.mutation, runQuery: t.query, runAction: t.action };
  // The test backend's functions accept the same, in their own types.
  return ctx as unknown as Parameters<typeof runOperation>[0];
}

function isOperation(name: string): name is Operation {
  return name in operations;
}

/** Processes due steps, each at its own time, as its scheduled run does. */
async function takeDueSteps(t: Engine): Promise<void> {
  const now = Date.now();
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const due = await t.run((ctx) =>
      ctx.db
        .query("customers")
        .withIndex("by_next_due_at", (q) => q.gt("next_due_at", 0).lte("next_due_at", now))
        .first(),
    );
    if (typeof due?.next_due_at !== "number") break;
    vi.setSystemTime(due.next_due_at);
    await t.mutation(internal.lifecycle.renewals.processDue, { customer: due._id });
    await settle(t);
  }
  vi.setSystemTime(now);
}

/** Sends every open charge, until there is none. */
async function settle(t: Engine): Promise<void> {
  for (let round = 0; round < MAX_STEPS; round += 1) {
    const open = await t.run((ctx) =>
      ctx.db
        .query("charges")
        .withIndex("by_state_and_created_at", (q) => q.eq("state", "open"))
        .take(MAX_ROWS),
    );
    const asked = open.filter(({ via }) => via !== "page");
    if (asked.length === 0) return;
    for (const { _id: charge } of asked) {
      await t.action(internal.payments.charges.sendCharge.sendCharge, { charge });
    }
  }
  throw new Error("The charges never come to an end");
}

/** Pays on the processor's page behind one of ours. */
export async function payRemotely(t: Engine, token: string, number: string) {
  const remote = remoteOf(t);
  if (!remote) throw new Error("The sandbox has pages of its own");
  reach(remote);
  const response = await t.fetch(`/pay/${token}`, { redirect: "manual" });
  const location = response.headers.get("Location");
  if (location === null) return fail("checkout_expired", "This page is closed", 409);
  const session = remote.sessions.get(location.slice(location.lastIndexOf("/") + 1));
  if (!session || !(session.status === "complete" || remote.pay(session, number))) {
    return fail("payment_failed", "Your card was declined.", 402);
  }
  // The customer comes back.
  await t.fetch(new URL(session.success_url).pathname, { redirect: "manual" });
  await settle(t);
  return ok(null);
}
