import type { Engine } from "./harness";
import { addEntities, bought } from "./shop";

/**
 * Gives each of these entities the plan of $10. Only the first one buys it; the
 * others get copies of the rows, because buying takes longer.
 */
export async function putOnBasic(t: Engine, ids: readonly string[]): Promise<void> {
  const [first, ...others] = ids;
  if (first === undefined) return;
  await bought(t, { product_id: "basic", entity_id: first });
  await t.run(async (ctx) => {
    const rows = await ctx.db.query("subscriptions").take(20);
    const subscriptions = rows.find(({ entity_id: id }) => id === first);
    if (!subscriptions) throw new Error(`${first} has no plan`);
    const balanceRows = await ctx.db
      .query("balances")
      .withIndex("by_subscription_id", (q) => q.eq("subscription_id", subscriptions._id))
      .take(20);
    for (const entity_id of others) {
      const fields = { ...fieldsOf(subscriptions), entity_id };
      const subscription_id = await ctx.db.insert("subscriptions", fields);
      for (const balance of balanceRows) {
        await ctx.db.insert("balances", { ...fieldsOf(balance), subscription_id, entity_id });
      }
    }
  });
}

/** Creates entities `c0`, `c1` … */
export async function addCrowd(t: Engine, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, at) => `c${at}`);
  await addEntities(t, ...ids);
  return ids;
}

function fieldsOf<T extends { _id: string; _creationTime: number }>(document: T) {
  const { _id, _creationTime, ...fields } = document;
  return fields;
}
