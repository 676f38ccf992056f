import { mutationGeneric, queryGeneric, type GenericDatabaseWriter } from "convex/server";
import type { DataModelFromSchemaDefinition } from "convex/server";
import { v } from "convex/values";
import type schema from "./schema";

type Db = GenericDatabaseWriter<DataModelFromSchemaDefinition<typeof schema>>;

const find = (db: Pick<Db, "query">, name: string) =>
  db
    .query("accounts")
    .withIndex("by_name", (q) => q.eq("name", name))
    .unique();

async function add(db: Db, name: string, amount: number): Promise<void> {
  const account = await find(db, name);
  if (account) await db.patch("accounts", account._id, { amount: account.amount + amount });
  else await db.insert("accounts", { name, amount });
}

const named = { name: v.string() };

export const amount = queryGeneric({
  args: named,
  handler: async ({ db }, { name }) => (await find(db as Db, name))?.amount ?? 0,
});

export const deposit = mutationGeneric({
  args: { ...named, value: v.number() },
  handler: ({ db }, { name, value }) => add(db as Db, name, value),
});

export const transfer = mutationGeneric({
  args: { from: v.string(), to: v.string() },
  handler: async ({ db }, { from, to }) => {
    await add(db as Db, from, -1);
    await add(db as Db, to, 1);
  },
});

/** The last five whose names start with this. */
export const top = queryGeneric({
  args: { prefix: v.string() },
  handler: async ({ db }, { prefix }) => {
    const found = await (db as Db)
      .query("accounts")
      .withIndex("by_name", (q) => q.gte("name", prefix).lt("name", `${prefix}~`))
      .order("desc")
      .take(5);
    return found.map(({ name, amount }) => ({ name, amount }));
  },
});

export const close = mutationGeneric({
  args: named,
  handler: async ({ db }, { name }) => {
    const account = await find(db as Db, name);
    if (account) await db.delete("accounts", account._id);
  },
});
