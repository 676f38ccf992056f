import { runInThisContext } from "node:vm";
import { describe, expect, it, vi } from "vitest";
import { internal } from "../../../convex/_generated/api";
import type { Result } from "../../../packages/billing/src/contract";
import { hostBilling } from "../../../packages/billing/tests/client/host-billing";
import { ANA, APRIL_1, saveCard } from "../../../packages/billing/tests/engine/harness";
import { blocksOf } from "../../documents/blocks";
import type { Block } from "../../documents/blocks";
import { evaluate } from "../../documents/evaluate";
import { billingIn, openBackend } from "../backend";

const modules = import.meta.glob([
  "../../../convex/{_generated,accounts}/**/*.ts",
  "../../../convex/billing.ts",
]);

/** Parts of functions in the documents, with names that `given.ts` declares. */
const fragments = ["packages/billing/README.md", "docs/server-side.md", "docs/remote-provider.md"]
  .flatMap((document) => blocksOf(document))
  .filter(({ language, text }) => language === "ts" && !/^(?:import|export) /m.test(text));

/** `const { data: name } = …; // { … }`: the documented value. */
const SAYS = /const (?:\{ data: (\w+) \}|(\w+)) = [^;]*;\s+((?:\/\/ .*\n?)+)/g;

const who = { customerId: ANA, customerData: { email: "ana@example.com" } };
const friend = { customerId: "user_ben", customerData: { email: "ben@example.com" } };
const studioRow = { _id: "studio_1", ownerCustomerId: ANA };
const given = {
  who,
  friend,
  studioRow,
  uploadId: "upload_1",
  orderId: "order_1",
  batchId: "batch_1",
  ticketId: "ticket_1",
  successUrl: "http://localhost:5173/thanks",
  returnUrl: "http://localhost:5173/settings",
  redirect: () => undefined,
};

describe("parts of functions in the documents", () => {
  it.each(fragments.map((block) => [`${block.document}:${block.line}`, block] as const))(
    "answer what they say: %s",
    async (_at, block) => {
      const { values, refusals } = await run(block);
      expect(refusals).toEqual([]);
      for (const [name, said] of saidIn(block)) expect(values[name]).toMatchObject(said);
    },
  );

  it("say what some of them answer", () => {
    expect(fragments.length).toBeGreaterThan(8);
    expect(fragments.flatMap((block) => saidIn(block)).length).toBeGreaterThan(2);
  });
});

/** Runs a block in an action, for a customer with the plan that it needs. */
async function run(block: Block) {
  vi.useFakeTimers({ now: APRIL_1 });
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.stubEnv("CONVEX_SITE_URL", "http://127.0.0.1:3211");
  vi.stubEnv("SITE_ORIGIN", "http://localhost:5173");
  const t = openBackend(modules);
  await t.mutation(internal.billing.install, {});
  await saveCard(billingIn(t));
  const host = hostBilling();
  const refusals: string[] = [];
  const names = saidIn(block).map(([name]) => name);
  const values = await t.action(async (ctx) => {
    const productId = planFor(block);
    if (productId !== null) {
      expect((await host.attach(ctx, who, { productId })).error).toBeNull();
    }
    await host.customers.create(ctx, friend, {});
    const billing = { ...noting(host, refusals), me: () => Promise.resolve(who) };
    return await evaluate(block.text, { ...given, ctx, billing }, names);
  });
  return { values: (values ?? {}) as Record<string, unknown>, refusals };
}

/** The product that a customer needs, so that nothing in the block is refused. */
function planFor({ text }: Block): string | null {
  if (text.includes("attach(")) return null;
  if (text.includes("seat_1")) return "studio";
  return text.includes("prints") ? "print_pack" : "creator";
}

/** The methods and groups of billing; records each error response. */
function noting(host: object, refusals: string[]): Record<string, unknown> {
  const own = { ...host, ...methodsOf(host) };
  return Object.fromEntries(
    Object.entries(own).map(([name, value]) => [
      name,
      typeof value === "function"
        ? async (...args: unknown[]) => {
            const answer = (await Reflect.apply(value, host, args)) as Result<unknown>;
            if (answer.error) refusals.push(`${name}: ${answer.error.code}`);
            return answer;
          }
        : noting(value as object, refusals),
    ]),
  );
}

function methodsOf(host: object): Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(host);
  if (prototype === Object.prototype || prototype === null) return {};
  const names = Object.getOwnPropertyNames(prototype).filter((name) => name !== "constructor");
  return Object.fromEntries(names.map((name) => [name, Reflect.get(host, name) as unknown]));
}

/** The values that a block documents: an ellipsis stands for any text, or for further fields. */
function saidIn({ text }: Block): [name: string, said: object][] {
  return [...text.matchAll(SAYS)].flatMap(([, data, plain, comment = ""]) => {
    const said = comment.replaceAll(/^\s*\/\/ /gm, "").trim();
    if (!said.startsWith("{")) return [];
    const code = said.replaceAll(/, …/g, "").replaceAll(/"([^"]*)…([^"]*)"/g, "any(/^$1.+$2$$/)");
    const read = runInThisContext(`(any) => (${code})`) as (
      any: (text: RegExp) => unknown,
    ) => object;
    return [[data ?? plain ?? "", read((pattern) => expect.stringMatching(pattern))]];
  });
}
