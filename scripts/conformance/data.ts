import { deepEqual, equal, match, notEqual } from "node:assert/strict";
import { createHash } from "node:crypto";
import type { Value } from "convex/values";
import { failure, until, type Check, type Target } from "./target";

interface Page {
  page: { rank: number }[];
  isDone: boolean;
  continueCursor: string;
  splitCursor?: string | null;
  pageStatus?: string | null;
}

async function pageOf(
  target: Target,
  order: string,
  cursor: string | null,
  more: Record<string, Value> = {},
): Promise<Page> {
  const paginationOpts = { numItems: 3, cursor, ...more };
  const page = await target.query("rows:page", { run: target.run, order, paginationOpts });
  return page as unknown as Page; // what `.paginate()` answers
}

const RANKS = [1, 2, 3, 4, 5, 6, 7];

async function allPages(target: Target): Promise<void> {
  await target.mutation("rows:add", { run: target.run, ranks: RANKS });
  for (const [order, expected] of [
    ["asc", RANKS],
    ["desc", RANKS.toReversed()],
  ] as const) {
    const seen: number[] = [];
    let cursor: string | null = null;
    for (let isDone = false; !isDone;) {
      const page = await pageOf(target, order, cursor);
      seen.push(...page.page.map(({ rank }) => rank));
      ({ isDone, continueCursor: cursor } = page);
    }
    deepEqual(seen, expected);
  }
}

async function foreignCursor(target: Target): Promise<void> {
  await target.mutation("rows:add", { run: target.run, ranks: RANKS });
  const { continueCursor } = await pageOf(target, "asc", null);
  match(await failure(pageOf(target, "desc", continueCursor)), /InvalidCursor/);
  match(await failure(pageOf(target, "asc", "made up")), /InvalidCursor|cursor/i);
}

const ranksOf = ({ page }: Page) => page.map(({ rank }) => rank);

async function pagesWithAnEnd(target: Target): Promise<void> {
  await target.mutation("rows:add", { run: target.run, ranks: [1, 20, 30] });
  const { continueCursor: endCursor } = await pageOf(target, "asc", null);
  const added = Array.from({ length: 12 }, (_, at) => at + 2);
  await target.mutation("rows:add", { run: target.run, ranks: added });
  const whole = await pageOf(target, "asc", null, { endCursor, maximumRowsRead: 4 });
  deepEqual(ranksOf(whole), [1, ...added, 20, 30]);
  equal(whole.continueCursor, endCursor);
  const splitCursor = whole.splitCursor ?? null;
  const halves = [
    await pageOf(target, "asc", null, { endCursor: splitCursor }),
    await pageOf(target, "asc", splitCursor, { endCursor }),
  ];
  deepEqual(halves.flatMap(ranksOf), ranksOf(whole));
}

async function pageSizes(target: Target): Promise<void> {
  await target.mutation("rows:add", { run: target.run, ranks: RANKS });
  const statusOf = async (numItems: number, more: Record<string, Value>) =>
    (await pageOf(target, "asc", null, { numItems, ...more })).pageStatus ?? null;
  equal(await statusOf(3, { maximumRowsRead: 7 }), null);
  equal(await statusOf(6, { maximumRowsRead: 7 }), "SplitRecommended");
  equal(await statusOf(7, { maximumRowsRead: 6 }), "SplitRequired");
  equal(await statusOf(7, { maximumBytesRead: 100 }), "SplitRequired");
  match(await failure(statusOf(1_000_000, {})), /too many items/i);
}

/** A PNG: deployments may check a file's type. */
const ONE_PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

async function upload(target: Target): Promise<void> {
  const body = Buffer.from(ONE_PIXEL, "base64");
  const url = (await target.mutation("files:uploadUrl")) as string;
  const headers = { "Content-Type": "image/png" };
  const answer = await fetch(url, { method: "POST", headers, body });
  const { storageId } = (await answer.json()) as { storageId: string };
  deepEqual(await target.query("files:about", { storageId }), {
    size: body.length,
    contentType: "image/png",
  });
  const read = await fetch(await target.text("files:url", { storageId }));
  deepEqual(Buffer.from(await read.arrayBuffer()), body);
  equal(read.headers.get("Content-Type"), "image/png");
}

async function send(target: Target, type: string, headers: Record<string, string> = {}) {
  const url = (await target.mutation("files:uploadUrl")) as string;
  const all = { "Content-Type": type, ...headers };
  const post = () => fetch(url, { method: "POST", headers: all, body: "hello" });
  const answer = await post();
  const { storageId } = (await answer.json()) as { storageId?: string };
  return { status: answer.status, storageId: storageId ?? "", again: post };
}

async function keepsType(target: Target): Promise<void> {
  for (const type of ["text/plain", "audio/mpeg", "application/pdf", "image/svg+xml"]) {
    const { storageId } = await send(target, type);
    const read = await fetch(await target.text("files:url", { storageId }));
    equal(read.headers.get("Content-Type"), type);
  }
}

async function usedAddress(target: Target): Promise<void> {
  const { again } = await send(target, "text/plain");
  equal((await again()).status, 401);
}

const digest = (text: string, how: "base64" | "hex") =>
  createHash("sha256").update(text).digest(how);

async function digests(target: Target): Promise<void> {
  const headers = (text: string) => ({ Digest: `sha-256=${digest(text, "base64")}` });
  const { storageId } = await send(target, "text/plain", headers("hello"));
  const metadata = await target.query("files:metadata", { storageId });
  equal((metadata as { sha256: string }).sha256, digest("hello", "hex"));
  equal((await send(target, "text/plain", headers("other"))).status, 400);
  const sha256 = digest("other", "base64");
  await failure(target.action("files:storeChecked", { text: "hello", sha256 }));
}

async function emptyFile(target: Target): Promise<void> {
  const storageId = await target.action("files:store", { text: "" });
  const url = await target.text("files:url", { storageId });
  const answer = await fetch(url, { headers: { Range: "bytes=0-" } });
  deepEqual([answer.ok, await answer.text()], [true, ""]);
}

async function noId(target: Target): Promise<void> {
  await failure(target.query("files:metadata", { storageId: "nonsense" }));
}

async function remove(target: Target): Promise<void> {
  const storageId = await target.action("files:store", { text: "hello" });
  const url = await target.text("files:url", { storageId });
  equal(await (await fetch(url)).text(), "hello");
  await target.mutation("files:remove", { storageId });
  equal(await target.query("files:url", { storageId }), null);
  equal((await fetch(url)).status, 404);
}

const stateOf = (target: Target, id: Value) => target.query("rows:jobState", { id });
const schedule = (target: Target, rank: number, delayMs: number) =>
  target.mutation("rows:schedule", { run: target.run, rank, delayMs });

async function runsOnce(target: Target): Promise<void> {
  const id = await schedule(target, 1, 0);
  await until("it has run", async () => (await stateOf(target, id)) === "success");
  deepEqual(await target.query("rows:list", { run: target.run }), [1]);
}

async function inOrder(target: Target): Promise<void> {
  const later = await schedule(target, 1, 400);
  const sooner = await schedule(target, 2, 50);
  notEqual(await stateOf(target, later), "success");
  await until("the sooner has run", async () => (await stateOf(target, sooner)) === "success");
  await until("the later has run", async () => (await stateOf(target, later)) === "success");
}

async function cancelled(target: Target): Promise<void> {
  const id = await schedule(target, 1, 60_000);
  equal(await stateOf(target, id), "pending");
  await target.mutation("rows:cancel", { id });
  equal(await stateOf(target, id), "canceled");
  deepEqual(await target.query("rows:list", { run: target.run }), []);
}

const FARTHEST_MS = 5 * 366 * 24 * 60 * 60 * 1000;
const AN_HOUR_MS = 60 * 60 * 1000;

async function farAhead(target: Target): Promise<void> {
  const id = await schedule(target, 1, FARTHEST_MS - AN_HOUR_MS);
  equal(await stateOf(target, id), "pending");
  await target.mutation("rows:cancel", { id });
  match(await failure(schedule(target, 1, FARTHEST_MS + AN_HOUR_MS)), /more than 5 years/);
}

export const data: Check[] = [
  { area: "pagination", name: "pages show all rows once, in either order", run: allPages },
  { area: "pagination", name: "a cursor opens for its own query alone", run: foreignCursor },
  { area: "pagination", name: "a page with an end has all rows of its range", run: pagesWithAnEnd },
  { area: "pagination", name: "a page that reads much asks for a split", run: pageSizes },
  { area: "files", name: "an upload comes back with its type and size", run: upload },
  { area: "files", name: "a deleted file is gone", run: remove },
  { area: "files", name: "a file keeps its type", run: keepsType },
  { area: "files", name: "an upload URL accepts one file", run: usedAddress },
  { area: "files", name: "a digest is compared with the file", run: digests },
  { area: "files", name: "a range of an empty file is the whole file", run: emptyFile },
  { area: "files", name: "an invalid storage id is refused", run: noId },
  { area: "scheduling", name: "a scheduled function runs, and once", run: runsOnce },
  { area: "scheduling", name: "scheduled functions run when their times come", run: inOrder },
  { area: "scheduling", name: "a cancelled function does not run", run: cancelled },
  { area: "scheduling", name: "at most five leap years ahead", run: farAhead },
];
