import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JSONValue } from "convex/values";
import { insertCopies } from "../../../bench/engine/copies";
import { dataOf, makeCustomer, operation } from "../../../bench/engine/customer";
import type { Work } from "../../../bench/engine/meter";
import { openStage } from "../../../bench/engine/stage";
import type { Stage } from "../../../bench/engine/stage";
import { ALL_KEYS } from "../../../packages/convex-local/src/codec/keys";
import { casesOf } from "../../cases";

/** The backend stops a transaction that reads or writes more than Convex allows. */
const ENTITIES = 1_000;
/** This many renew on the same day; the others later, and the last one has no plan yet. */
const RENEWING = Math.min(ENTITIES - 1, casesOf(60));
const MAY_1 = Date.UTC(2025, 4, 1);
const JUNE_1 = Date.UTC(2025, 5, 1);
const LAST = `entity-${ENTITIES - 1}`;
const ANA = "ana";
const CUSTOMERS = "billing/customers";

let stage: Stage;

/** A customer whose every entity has a paid plan, except for the last one. */
beforeAll(async () => {
  stage = await openStage();
  await makeCustomer(stage, ANA);
  const first = { id: "entity-0", name: "Entity", feature_id: "seats" };
  const { work: made } = await ask("createEntity", { entities: [first] });
  const { work } = await ask("attach", { entity_id: "entity-0", product_id: "creator" });
  const rename = (from: number) => (text: string, copy: number) =>
    text.replaceAll("entity-0", `entity-${from + copy}`);
  insertCopies(stage, made.inserted, ENTITIES - 1, rename(1));
  insertCopies(stage, work.inserted, RENEWING - 1, rename(1));
  insertCopies(stage, work.inserted, ENTITIES - RENEWING - 1, (text, copy) =>
    rename(RENEWING)(text, copy).replaceAll(`${MAY_1}`, `${JUNE_1}`),
  );
  countEntities();
});

afterAll(() => stage.close());

/** Asks about the customer; throws what is refused. */
async function ask(name: string, params: Record<string, JSONValue> = {}) {
  const id = name === "createCustomer" ? { id: ANA } : { customer_id: ANA };
  const { answer, work } = await stage.run(operation(name), { params: { ...id, ...params } });
  return { data: dataOf(answer), work };
}

/** The copies bypass the engine, which counts new entities. */
function countEntities() {
  const transaction = stage.database.begin();
  for (const { doc } of [...transaction.scan(CUSTOMERS, "by_creation_time", ALL_KEYS, "asc")]) {
    const { _id, _creationTime, ...fields } = doc;
    transaction.replace(CUSTOMERS, _id, { ...fields, seats: { seats: ENTITIES } });
  }
  stage.database.commit(transaction);
}

/** What is stored and in force, without the cost of an answer for a thousand products. */
function inForce() {
  const rows = [
    ...stage.database.begin().scan("billing/subscriptions", "by_creation_time", ALL_KEYS, "asc"),
  ];
  return rows.map(({ doc }) => doc).filter(({ status }) => status === "active");
}

describe(`a customer with ${ENTITIES} entities on plans`, () => {
  it("gets its grants, the last entity like the first", async () => {
    const before = await ask("check", { feature_id: "uploads" });
    await ask("attach", { entity_id: LAST, product_id: "creator" });
    const after = await ask("check", { feature_id: "uploads" });
    expect(after.data).toMatchObject({ included_usage: 10 + ENTITIES * 100 });
    expect(before.data).toMatchObject({ included_usage: 10 + (ENTITIES - 1) * 100 });
  });

  it.each([
    ["check", { entity_id: "entity-7", feature_id: "uploads", send_event: true }],
    ["track", { entity_id: "entity-7", feature_id: "uploads", value: 1 }],
    ["checkout", { entity_id: "entity-8", product_id: "pro" }],
    ["attach", { entity_id: "entity-8", product_id: "pro" }],
    ["cancel", { entity_id: "entity-9", product_id: "creator" }],
    ["attach", { product_id: "creator" }],
  ])("%s %o costs the same as for a small customer", async (name, params) => {
    const { work } = await ask(name, params);
    expect(work.read).toBeLessThan(90);
  });

  it("is checked for one feature without the balances of the others", async () => {
    const all = await ask("check", { feature_id: "uploads", with_preview: true });
    const customer = await ask("createCustomer");
    // Each product grants uploads and another feature.
    expect(customer.work.read - all.work.read).toBeGreaterThan(ENTITIES);
  });

  it("is checked as a whole", async () => {
    const { data } = await ask("check", { feature_id: "uploads", send_event: true });
    expect(data).toMatchObject({ allowed: true });
  });

  it("renews everything that is due, each step within the limits of a transaction", async () => {
    const { answer, work } = await stage.run(`${CLOCK}:advance`, { customerId: ANA, to: MAY_1 });
    expect(dataOf(answer)).toEqual({ now: MAY_1 });
    const paid = paidBy(work);
    for (let rounds = 0; paid.length <= RENEWING && rounds < RENEWING; rounds += 1) {
      const args = { customer: inForce()[0]?.customer ?? null, to: MAY_1 };
      paid.push(...paidBy((await stage.run(`${CLOCK}:continueAdvance`, args)).work));
    }
    // Entity 9 is canceled, the last one renews with the customer's own plan, and entity 8's trial
    // of Pro is over.
    const due = [1500, ...Array.from({ length: RENEWING }, () => 600)];
    expect(paid.sort((a, b) => b - a)).toEqual(due);
    expect(inForce().filter(({ renews_at: at }) => at === MAY_1)).toEqual([]);
  });

  it("is deleted, entity by entity or as a whole", async () => {
    await ask("cancel", { entity_id: "entity-20", product_id: "creator" });
    await ask("deleteEntity", { entity_id: "entity-21" });
    expect(inForce().filter(({ entity_id: id }) => id === "entity-21")).toEqual([]);
    const customer = inForce()[0]?.customer ?? null;
    await ask("deleteCustomer");
    const left = { customer, customerId: ANA, deletedAt: MAY_1 };
    for (let rounds = 0; inForce().length > 0 && rounds < 100; rounds += 1) {
      await stage.run("billing/lifecycle/erasure:erase", left);
    }
    expect(inForce()).toEqual([]);
  });
});

const CLOCK = "billing/lifecycle/testClock";

/** What cards were charged, in minor units. */
function paidBy({ inserted }: Work): number[] {
  return inserted
    .filter(({ table, fields }) => table === "billing/paymentEvents" && fields.status === "paid")
    .map(({ fields }) => Number(fields.minor));
}
