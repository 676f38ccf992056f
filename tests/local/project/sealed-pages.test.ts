import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { JSONValue } from "convex/values";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeKey } from "../../../packages/convex-local/src/codec/keys";
import { startBackend, type Backend } from "../../../packages/convex-local/src/main";
import { loadDeployment } from "../../../packages/convex-local/src/runtime/load";
import { ISSUER, makeIssuer } from "../server/fixture";
import { addCommunity, type Community } from "./community";

type Args = Record<string, JSONValue>;
type Page = { page: JSONValue[]; isDone: boolean; continueCursor: string };
type Answer = { status: "success"; value: Page } | { status: "error"; errorMessage: string };

/** One list as one caller sees it. */
interface List {
  path: string;
  args: Args;
  who: string;
}

/** Which lists each function returns, for different callers where possible. */
const LISTS: Record<string, (community: Community) => Args[]> = {
  "community/artworks/functions:feed": () => [{}],
  "community/artworks/functions:byProfile": () => [{ username: "ada" }, { username: "bea" }],
  "community/collections/items:list": ({ collection, secretCollection }) =>
    [collection["ada"], secretCollection["ada"]].map((id) => ({ collectionId: id ?? "" })),
  "community/collections/functions:byProfile": () => [{ username: "ada" }, { username: "bea" }],
  "community/comments/functions:list": ({ work }) =>
    [work["ada"], work["bea"]].map((id) => ({ artworkId: id ?? "" })),
  "community/comments/functions:replies": ({ comment }) =>
    [comment["ada"], comment["bea"]].map((id) => ({ commentId: id ?? "" })),
  "community/feed/functions:explore": () => [{}, { tag: "sea" }, { medium: "painting" }],
  "community/feed/functions:following": () => [{}],
  "community/feed/functions:trending": () => [{}],
  "community/relationships/follows:followed": () => [{ username: "ada" }, { username: "bea" }],
  "community/relationships/follows:followers": () => [{ username: "ada" }, { username: "bea" }],
  "community/notifications/functions:list": () => [{}],
  "community/search:people": () => [{ text: "person" }],
  "community/search:works": () => [{ text: "word" }],
  "community/relationships/blocks:list": () => [{ kind: "block" }, { kind: "mute" }],
  "community/studios/functions:listWorks": () => [{ slug: "studio-ada" }, { slug: "studio-bea" }],
  "community/insights/functions:works": () => [{ window: 30 }],
  "community/artworks/functions:unpublished": () => [{ state: "draft" }, { state: "hidden" }],
};

const PEOPLE = ["nobody", "ada", "bea"];
const NUM_ITEMS = 2;

let dataDir: string;
let backend: Backend;
let env: Record<string, string>;
const lists: List[] = [];
const tokens = new Map<string, string>();
/** For each list: its items for its caller, and the cursors along it. */
const seen = new Map<List, { items: Set<string>; cursors: string[] }>();

async function ask({ path, args, who }: List, options: Args): Promise<Answer> {
  const token = tokens.get(who);
  const response = await fetch(`${backend.url}/api/query`, {
    method: "POST",
    headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
    body: JSON.stringify({
      path,
      args: { ...args, paginationOpts: { numItems: NUM_ITEMS, cursor: null, ...options } },
    }),
  });
  return (await response.json()) as Answer; // the backend's response type
}

async function pageOf(list: List, options: Args): Promise<Page> {
  const answer = await ask(list, options);
  if (answer.status === "error") throw new Error(`${list.path}: ${answer.errorMessage}`);
  return answer.value;
}

async function walk(list: List) {
  const items = new Set<string>();
  const cursors: string[] = [];
  for (let cursor: string | null = null; ;) {
    const { page, isDone, continueCursor }: Page = await pageOf(list, { cursor });
    for (const item of page) items.add(JSON.stringify(item));
    cursors.push(continueCursor);
    if (isDone) return { items, cursors };
    cursor = continueCursor;
  }
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "sealed "));
  const issuer = await makeIssuer("spotlight");
  env = {
    ...{ BILLING_MODE: "sandbox", BILLING_SECRET_KEY: `sk_sandbox_${"5".repeat(48)}` },
    ...{ CLERK_JWT_ISSUER_DOMAIN: "disabled", SITE_ORIGIN: "http://localhost:5173" },
    ...{ EMBEDDED_ISSUER: ISSUER, EMBEDDED_JWKS: issuer.jwks },
  };
  const community = addCommunity(dataDir);
  for (const who of PEOPLE.slice(1)) {
    tokens.set(who, await issuer.sign(who, { sid: community.session[who] }));
  }
  backend = await startBackend({
    ...{ functions: "convex", dataDir, port: 0, sitePort: 0, env },
    isolation: "deployment",
  });
  for (const [path, argsOf] of Object.entries(LISTS))
    for (const args of argsOf(community)) for (const who of PEOPLE) lists.push({ path, args, who });
  for (const list of lists) seen.set(list, await walk(list));
});
afterAll(async () => {
  await backend.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const known = (list: List) => seen.get(list) ?? { items: new Set<string>(), cursors: [] };
const isSameList = (one: List, other: List) =>
  one.path === other.path && JSON.stringify(one.args) === JSON.stringify(other.args);

/** Fails when a list answers a foreign cursor, as start or as end. */
async function attack(list: List, options: Args): Promise<void> {
  const answer = await ask(list, options);
  const what = `${JSON.stringify(list)} with ${JSON.stringify(options)}`;
  if (answer.status === "error") expect(answer.errorMessage, what).toContain("InvalidCursor");
  // A list that is not visible is empty, with any arguments.
  else expect([answer.value.page, known(list).items.size], what).toEqual([[], 0]);
}

/** Cursors of an earlier version: base64 of a key, or of the end. */
const OLD = ["k", "k\x00", "k\x10", "k\xff", "e", `k${encodeKey("published")}`];
const FORGED = [
  ...OLD.map((text) => Buffer.from(text, "latin1").toString("base64url")),
  ...["", '{"end":true}', randomBytes(64).toString("base64url")],
];

/** The lists of a function, for the callers who see most and least. */
const targets = (path: string) => {
  const own = lists.filter((list) => list.path === path && list.who !== "bea");
  return own.filter(({ args }) => args === own[0]?.args);
};
/** The first cursor of each other function, and of each other list of the function. */
const foreignTo = (list: List) => {
  const others = lists.filter((other) => other.who === "ada" && !isSameList(other, list));
  return others.flatMap((other, at) => {
    const isNew = other.path !== others[at - 1]?.path || other.path === list.path;
    return isNew ? known(other).cursors.slice(0, 1).filter(Boolean) : [];
  });
};
/** As start or as end of a page, in turn. */
const place = (cursor: string, at: number): Args => (at % 2 ? { cursor } : { endCursor: cursor });
const PATHS = Object.keys(LISTS);

describe("every paginated function of the site", () => {
  it("is listed here, and returns more than one page to some caller", async () => {
    const { functions } = await loadDeployment(resolve("convex"), env, {});
    const paginated = [...functions.values()].flatMap(({ path, isPublic, args }) =>
      isPublic && args.type === "object" && "paginationOpts" in args.value ? [path] : [],
    );
    expect(PATHS.toSorted()).toEqual(paginated.toSorted());
    for (const path of paginated) {
      const pages = lists.filter((list) => list.path === path).map((list) => known(list).cursors);
      expect(Math.max(...pages.map(({ length }) => length)), path).toBeGreaterThan(1);
    }
  });

  it.each(PATHS)("%s refuses forged cursors", async (path) => {
    for (const [first, list] of targets(path).entries())
      for (const [at, forged] of FORGED.entries()) await attack(list, place(forged, first + at));
  });

  it.each(PATHS)("%s refuses the cursors of all others, and of other arguments", async (path) => {
    const list = targets(path).find((each) => known(each).items.size > 0);
    if (!list) throw new Error("a list without anything");
    for (const [at, cursor] of foreignTo(list).entries()) await attack(list, place(cursor, at));
  });

  it.each(PATHS)("%s refuses its own cursors when they are cut or changed", async (path) => {
    for (const list of targets(path).filter(({ who }) => who === "ada")) {
      const [own = ""] = known(list).cursors;
      const cuts = [1, 40, own.length - 4, own.length - 1].map((length) => own.slice(0, length));
      const changed = (own.startsWith("A") ? "B" : "A") + own.slice(1);
      for (const [at, wrong] of [...cuts, changed, `${own}A`].entries())
        await attack(list, place(wrong, at));
    }
  });

  it.each(PATHS)(
    "%s returns the same page for its own cursor, to each caller with their own data",
    async (path) => {
      for (const list of targets(path))
        for (const cursor of known(list).cursors.slice(0, 1).filter(Boolean)) {
          expect(await pageOf(list, { cursor })).toEqual(await pageOf(list, { cursor }));
          for (const other of lists.filter((each) => isSameList(each, list))) {
            const answer = await ask(other, { cursor });
            const page = answer.status === "error" ? [] : answer.value.page;
            if (answer.status === "error") expect(answer.errorMessage).toContain("InvalidCursor");
            const strange = page.filter((item) => !known(other).items.has(JSON.stringify(item)));
            expect(strange, `${path} as ${other.who}`).toEqual([]);
          }
        }
    },
  );

  it.each(PATHS)(
    "%s returns the rows of its range to a caller who names the end cursor",
    async (path) => {
      for (const list of targets(path)) {
        const { cursors, items } = known(list);
        const endCursor = cursors.at(-1);
        if (!endCursor) continue;
        const { page } = await pageOf(list, { endCursor });
        expect(page.filter((item) => !items.has(JSON.stringify(item)))).toEqual([]);
      }
    },
  );
});
