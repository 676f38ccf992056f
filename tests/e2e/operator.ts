import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Place } from "./site";

/** The address of a function: `billing/public:track` is the component's, `seed:shop` the site's. */
export function addressOf(name: string): { path: string; componentPath?: string } {
  const [, path] = /^billing\/(.+)$/.exec(name) ?? [];
  return path === undefined ? { path: name } : { path, componentPath: "billing" };
}

/** Runs an internal function, as operators do. */
export async function operate<T>({ convexPort, dataDir }: Place, path: string, args: object) {
  const key = await readFile(join(dataDir, "admin-key"), "utf8");
  const response = await fetch(`http://127.0.0.1:${convexPort}/api/function`, {
    method: "POST",
    headers: { Authorization: `Convex ${key.trim()}`, "Content-Type": "application/json" },
    body: JSON.stringify({ ...addressOf(path), format: "json", args }),
  });
  const answer = (await response.json()) as { status: string; value: T; errorMessage?: string };
  if (answer.status !== "success") throw new Error(`${path}: ${answer.errorMessage ?? ""}`);
  return answer.value;
}

interface Listed {
  data: { list: { id: string; name: string | null }[] };
}

/** The customer of a member, found by their name as an operator would. */
export async function customerOf(place: Place, username: string): Promise<string> {
  const { data } = await operate<Listed>(place, "billing/public:listCustomers", {
    params: { limit: 100 },
    now: Date.now(),
  });
  const found = data.list.find(({ name }) => name === username);
  if (!found) throw new Error(`${username} is no customer`);
  return found.id;
}
