import { vi } from "vitest";
import { api } from "../../../src/component/_generated/api";
import { defineCatalog } from "../../../src/component/rules/catalogue/define";
import type { CatalogueDefinition } from "../../../src/component/rules/catalogue/define";
import type { Customer, Product } from "../../../src/contract/wire";
import {
  ANA,
  APRIL_1,
  DAY_MS,
  getCustomer,
  saveCard,
  setTime,
  startBareEngine,
} from "../../engine/harness";
import type { Engine } from "../../engine/harness";
import { deploy } from "../../engine/processors";
import { evaluate } from "../../../../../tests/documents/evaluate";

/** A customer's action, and its day of April. */
export interface Step {
  day: number;
  says: string;
  /** The expected error code. Absent: the action succeeds. */
  refusal?: string;
  /** The customer's state afterwards. */
  shows?: (customer: Customer) => string[];
  run: (t: Engine) => Promise<{ error: { code: string; message: string } | null }>;
}

const DAY_FORMAT = new Intl.DateTimeFormat("en-US", {
  month: "long",
  day: "numeric",
  timeZone: "UTC",
});

/** Buys a product on a day; `units` of its prepaid feature. */
const buys = (
  day: number,
  says: string,
  product_id: string,
  { units, entity_id }: { units?: [featureId: string, quantity: number]; entity_id?: string } = {},
): Step => ({
  day,
  says,
  run: async (t) => {
    const options = units && [{ feature_id: units[0], quantity: units[1] }];
    const params = {
      customer_id: ANA,
      product_id,
      ...(options && { options }),
      ...(entity_id !== undefined && { entity_id }),
    };
    return await t.mutation(api.public.attach, { params });
  },
});

const adds = (day: number, says: string, feature_id: string, ids: readonly string[]): Step => ({
  day,
  says,
  run: async (t) => {
    const entities = ids.map((id) => ({ id, feature_id }));
    return await t.mutation(api.public.createEntity, { params: { customer_id: ANA, entities } });
  },
});

const uses = (day: number, says: string, feature_id: string, value: number): Step => ({
  day,
  says,
  run: async (t) =>
    await t.mutation(api.public.track, { params: { customer_id: ANA, feature_id, value } }),
});

const waits = (day: number, says: string): Step => ({
  day,
  says,
  run: () => Promise.resolve({ error: null }),
});

function balancesOf(featureId: string) {
  return ({ features }: Customer): string[] =>
    (features[featureId]?.breakdown ?? []).map(
      ({ interval, balance, included_usage }) =>
        `  ${balance} of ${included_usage} left, ${interval === "lifetime" ? "bought" : `each ${interval}`}`,
    );
}

/** A customer's actions with the catalogue of each recipe. */
export const STEPS: Readonly<Record<string, readonly Step[]>> = {
  "Flat plans": [buys(1, "buys Starter", "starter"), buys(16, "changes to Pro", "pro")],
  Seats: [
    buys(1, "buys Team with 5 seats", "team", { units: ["seats", 5] }),
    buys(16, "changes to 8 seats", "team", { units: ["seats", 8] }),
    adds(16, "adds eight members", "seats", ["b", "c", "d", "e", "f", "g", "h", "i"]),
    { ...adds(16, "adds a ninth", "seats", ["j"]), refusal: "feature_limit_reached" },
  ],
  "Included seats": [
    buys(1, "buys Team", "team"),
    adds(16, "adds four members", "seats", ["ben", "cem", "dora", "eva"]),
  ],
  "Credits with packs": [
    buys(1, "buys Pro", "pro"),
    buys(16, "buys 1,000 credits", "top_up", { units: ["credits", 1000] }),
    { ...uses(16, "makes ten images", "images", 10), shows: balancesOf("credits") },
  ],
  "Graduated usage": [
    buys(1, "buys API", "api"),
    uses(16, "makes 150,000 calls", "calls", 150_000),
    waits(31, "the month ends"),
  ],
  "A free plan": [uses(1, "exports ten times", "exports", 10), buys(1, "buys Pro", "pro")],
  Trials: [buys(1, "starts the trial of Business", "business"), waits(15, "the trial ends")],
  "Annual discount": [buys(1, "buys Pro", "pro"), buys(16, "changes to Pro annual", "pro_annual")],
  "One-off purchases": [
    buys(1, "buys Print pack", "print_pack"),
    buys(16, "buys Supporter", "supporter"),
  ],
  "Add-ons": [buys(1, "buys Pro", "pro"), buys(16, "buys Storage plus", "storage_plus")],
  "A plan per workspace": [
    adds(1, "adds two workspaces", "workspaces", ["ws_1", "ws_2"]),
    buys(1, "buys Workspace Pro for the first", "workspace_pro", { entity_id: "ws_1" }),
  ],
};

/** The catalogue of a recipe's code. */
export async function readCatalogue(code: string): Promise<CatalogueDefinition> {
  const { catalogue } = (await evaluate(code, { defineCatalog }, ["catalogue"])) as {
    catalogue: CatalogueDefinition;
  };
  return catalogue;
}

/** A recipe's pricing table for a visitor, and the cost of its steps. */
export async function tryRecipe(
  catalogue: CatalogueDefinition,
  steps: readonly Step[],
): Promise<{ products: Product[]; costs: string[] }> {
  const t = deploy(await startBareEngine(catalogue));
  const { data } = await t.query(api.public.listProducts, { params: {}, now: Date.now() });
  if (!data) throw new Error("listProducts answered nothing");
  await saveCard(t);
  const costs: string[] = [];
  let known = 0;
  for (const { day, says, run, shows, refusal } of steps) {
    setTime(APRIL_1 + (day - 1) * DAY_MS);
    const answer = await run(t);
    if (answer.error?.code !== refusal) throw new Error(`${says}: ${answer.error?.message}`);
    const customer = await getCustomer(t);
    const invoices = await invoicesOf(t);
    costs.push(`${DAY_FORMAT.format(Date.now())}: ${says}`);
    costs.push(...invoices.slice(known).flat());
    const instead = refusal === undefined ? "nothing to pay" : `refused: ${refusal}`;
    if (invoices.length === known) costs.push(...(shows?.(customer) ?? [`  ${instead}`]));
    known = invoices.length;
  }
  vi.useRealTimers();
  return { products: data.list, costs };
}

/** The lines of each invoice, the oldest first. */
async function invoicesOf(t: Engine): Promise<string[][]> {
  const { data } = await t.query(api.public.listInvoices, {
    params: { customer_id: ANA },
    now: Date.now(),
  });
  const invoices = [...(data?.list ?? [])].reverse();
  return invoices.map(({ lines, total }) => [
    ...lines
      .filter(({ amount }) => amount !== 0)
      .map(({ description, amount }) => row(description, amount)),
    ...(lines.filter(({ amount }) => amount !== 0).length > 1 ? [row("total", total)] : []),
  ]);
}

function row(text: string, amount: number): string {
  const money = `${amount < 0 ? "−" : ""}$${Math.abs(amount).toFixed(2)}`;
  return `  ${text.padEnd(56)}${money.padStart(9)}`;
}
