import { resolve } from "node:path";
import type { JSONValue } from "convex/values";
import { expect, it, onTestFinished } from "vitest";
import { VARIABLES } from "../../../bench/engine/stage";
import { addMember, addWork, identityOf, insertMany } from "../../../bench/scale/rows";
import { MAX_NOTIFICATIONS } from "../../../convex/community/notifications/model";
import { createRuntime } from "../../../packages/convex-local/src/runtime/runtime";
import { casesOf } from "../../cases";
import { fileBytes, until } from "../runtime/fixture";
import { openTempDatabase } from "../store/temp-folder";

const MEMBERS = casesOf(200, 3_000);
/** All at once; in a long run 50 a second. */
const PACE_MS = MEMBERS > 200 ? 20 : 0;
const LIMIT_MS = 30_000 + MEMBERS * 100;

const names = Array.from({ length: MEMBERS }, (_, n) => `member${n}`);

/** The site on a backend whose mutations conflict, with one work of `star`. */
async function openSite() {
  const database = openTempDatabase();
  const lines: string[] = [];
  const runtime = createRuntime({
    ...{
      database,
      functionsDir: resolve("convex"),
      files: fileBytes(new Map()),
      variables: VARIABLES,
    },
    ...{ cloudUrl: "http://127.0.0.1:1", siteUrl: "http://127.0.0.1:2" },
    log: (path, line) => lines.push(`${path} ${line}`),
    concurrency: "optimistic",
    isolation: "deployment",
    functionMs: 10_000,
  });
  onTestFinished(() => runtime.close());
  await runtime.deploy();
  const call = async (path: string, args: JSONValue, who: string) => {
    const caller = { kind: "user" as const, identity: identityOf(who) };
    const { outcome } = await runtime.run({ path: `community/${path}`, args, caller });
    if (!outcome.success) throw new Error(outcome.message);
    return outcome.value as Record<string, JSONValue>;
  };
  let artworkId = "";
  insertMany(
    { database, take: () => ({ read: 0, ranges: 0, written: 0, inserted: [] }) },
    1,
    (insert) => {
      artworkId = addWork(insert, addMember(insert, "star"), 0);
      for (const name of names) addMember(insert, name);
    },
  );
  runtime.start();
  const all = async (who: readonly string[], path: string, args: JSONValue) => {
    const done = who.map(async (name, n) => {
      await new Promise((go) => setTimeout(go, n * PACE_MS));
      return await call(path, args, name);
    });
    // With the reasons, if any failed.
    const failed = (await Promise.allSettled(done)).flatMap((one) => {
      if (one.status === "rejected") return String(one.reason);
      return one.value["error"] === null ? [] : JSON.stringify(one.value);
    });
    expect(failed).toEqual([]);
  };
  const rows = (table: string) => [...database.begin().all(table)];
  const counted = () => until(() => rows("workChanges").length === 0);
  return { call, all, rows, counted, artworkId, lines };
}

it(
  "no view, like or unlike of a popular work is lost, and each has its effects once",
  async () => {
    const { call, all, rows, counted, artworkId, lines } = await openSite();
    const page = async (who: string) => {
      const { artwork } = await call("artworks/functions:get", { id: artworkId }, who);
      const { likes, liked } = artwork as { likes: number; liked: boolean };
      return [likes, liked];
    };
    const unread = async () => await call("notifications/functions:unread", {}, "star");
    await all(names, "likes:set", { artworkId, liked: true });
    await counted();
    expect([await page("member0"), await page("star")]).toEqual([
      [MEMBERS, true],
      [MEMBERS, false],
    ]);
    // Of more, a member keeps the last thousand.
    expect(await unread()).toBe(Math.min(MEMBERS, MAX_NOTIFICATIONS));

    const leaving = names.filter((_, n) => n % 2 === 0);
    await Promise.all([
      all(names, "views:record", { artworkId, source: "feed" }),
      all(leaving, "likes:set", { artworkId, liked: false }),
    ]);
    await counted();
    const staying = MEMBERS - leaving.length;
    expect([await page("member0"), await page("member1")]).toEqual([
      [staying, false],
      [staying, true],
    ]);
    const kept = rows("notifications").length;
    expect(await unread()).toBe(kept);
    if (MEMBERS <= MAX_NOTIFICATIONS) expect(kept).toBe(staying);
    expect(rows("workCounts")).toMatchObject([{ likes: staying, views: MEMBERS, comments: 0 }]);
    expect(rows("dailyCounts")).toMatchObject([
      { likes: staying, views: MEMBERS, sources: { feed: MEMBERS } },
    ]);
    expect(rows("workViews")).toMatchObject([{ views: MEMBERS }]);
    expect(lines.filter((line) => line.includes("changed while"))).toEqual([]);
  },
  LIMIT_MS,
);
