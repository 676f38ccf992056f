import { ok } from "./answers";
import type { Answer } from "./answers";
import { listOf, partOf, textOf } from "./form";
import type { Fields } from "./form";

type Rows = { customer: string; created: number; metadata: Record<string, string> };

/** A session in the form in which its owner sees it. */
export function shownSession(session: object): object {
  return Object.fromEntries(
    Object.entries(session).filter(([name]) => name !== "line" && name !== "inner"),
  );
}

/** Newest first, in pages. */
export function listed(all: object[], form: Fields, url: string, most: number): Answer {
  const rows = (all as (Rows & { id: string; type?: string; payment_intent?: string })[]).reverse();
  const since = Number(textOf(partOf(form, "created"), "gte") ?? 0);
  const types = listOf(form, "types");
  const wanted = rows.filter(
    (row) =>
      row.created >= since &&
      (textOf(form, "customer") ?? row.customer) === row.customer &&
      (textOf(form, "payment_intent") ?? row.payment_intent) === row.payment_intent &&
      (types.length === 0 || types.includes(row.type ?? "")),
  );
  const limit = Math.min(Number(textOf(form, "limit") ?? 10), most);
  const place = (id: string) => wanted.findIndex((row) => row.id === id);
  const [after, before] = [textOf(form, "starting_after"), textOf(form, "ending_before")];
  const end = before === undefined ? undefined : place(before);
  const from = end === undefined ? (after === undefined ? 0 : place(after) + 1) : end - limit;
  const data = wanted
    .slice(Math.max(from, 0), end ?? from + limit)
    .map((row) => ("inner" in row ? shownSession(row) : row));
  const has_more = end === undefined ? wanted.length > from + limit : from > 0;
  return ok({ object: "list", url, data, has_more });
}
