import { makeFunctionReference } from "convex/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import schema from "../../../convex/schema";
import { GROUPS } from "./every-function";
import type { Named } from "./every-function";
import { LABEL, buyPlan, openSite, pngOf } from "./site";
import type { Site } from "./site";

const { collectionItems, collections, comments, follows, likes, members } = api.community;
const { pictures, reservations, seats, silences, studios, uploads } = api.community;

const ROOT = "../../../convex/";
const modules = import.meta.glob(["../../../convex/**/*.ts", "!../../../convex/_generated/**"]);

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.stubEnv("CONVEX_SITE_URL", "https://site.example");
  vi.stubEnv("SITE_ORIGIN", "https://spotlight.example");
  vi.stubEnv("EMBEDDED_ISSUER", "https://accounts.example");
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

type Kind = "query" | "mutation" | "action";
type Caller = Site["t"] | ReturnType<Site["person"]>;

/** Every public function of the deployment, and of which kind it is. */
async function publicFunctions(): Promise<Map<string, Kind>> {
  const found = new Map<string, Kind>();
  for (const [file, load] of Object.entries(modules)) {
    const path = file.slice(ROOT.length, -".ts".length);
    for (const [name, value] of Object.entries((await load()) as Record<string, object>)) {
      if (typeof value !== "function" || !("isPublic" in value)) continue;
      const kind = "isQuery" in value ? "query" : "isMutation" in value ? "mutation" : "action";
      found.set(`${path}:${name}`, kind);
    }
  }
  return found;
}

/** Written in all that is ada's alone, and in what was hidden: nobody else may read it. */
const SECRET = "plum";

interface Scene extends Site {
  /** What ada has, and shows where that is hers to decide. */
  open: Named;
  /** The same of a work that an operator hid. */
  hidden: Named;
  /** The hidden work's files. */
  hiddenFiles: string[];
  kinds: Map<string, Kind>;
}

/** Ada's works, lists and studio; eve knew the work that is hidden now. */
async function setUp(): Promise<Scene> {
  const site = await openSite(modules);
  const { t, person, hang, settle } = site;
  const [ada, ben, eve] = [person("ada"), person("ben"), person("eve")];
  for (const one of [ben, eve]) await one.mutation(api.community.profiles.ensure, {});
  const work = await hang("ada", "w", { tags: ["ink"] });
  const secret = { title: "Lemons, plum", description: SECRET, tags: [SECRET], alt: SECRET };
  const hidden = await hang("ada", "h", secret);
  await hang("ada", "d", { ...secret, state: "draft" });
  await ada.mutation(follows.set, { username: "ben", followed: true });
  for (const one of [ben, eve]) {
    await one.mutation(follows.set, { username: "ada", followed: true });
  }
  const first = await talk(site, work, "Hello");
  const last = await talk(site, hidden, `Look, @eve: ${SECRET}`);
  await eve.mutation(likes.set, { artworkId: hidden, liked: true });
  const shelf = await collect(eve, "Eve's", "public", hidden);
  const collection = await collect(ada, SECRET, "private", work);
  await collect(ada, "Ada's", "public", work);
  const [page, hiddenPage] = [await addPage(site, work, ""), await addPage(site, hidden, SECRET)];
  const file = { bytes: 10, width: 1, height: 1 };
  await ada.mutation(reservations.reserve, { clientUploadId: "hers", ...file });
  const seat = await openStudio(site);
  await settle();
  const report = { kind: "artwork" as const, id: hidden };
  await ben.mutation(api.community.reports.send, {
    subject: report,
    reason: "other",
    note: SECRET,
  });
  const [told] = await t.query(internal.community.reports.open, {});
  if (!told) throw new Error("Nothing was reported");
  await t.mutation(internal.community.reports.close, { id: told.id, state: "upheld" });
  await settle();
  const waiting = await site.prepare("ada", pngOf(6, 6));
  const open = { work, comment: first, page, file: waiting, collection, shelf: collection, seat };
  return {
    ...{ ...site, open, kinds: await publicFunctions() },
    hidden: { ...open, work: hidden, comment: last, page: hiddenPage, shelf },
    hiddenFiles: await t.run(async (ctx) => {
      const row = await ctx.db.get("artworks", hidden);
      const other = await ctx.db.get("workFiles", hiddenPage);
      return [row, other].flatMap((one) => one?.storageId ?? []);
    }),
  };
}

/** Ben says something, and ada answers. */
async function talk({ person }: Site, artworkId: string, text: string) {
  const said = await person("ben").mutation(comments.add, { artworkId, text });
  if (!said.data) throw new Error(said.error.message);
  const { commentId } = said.data;
  await person("ada").mutation(comments.add, { artworkId, text, replyTo: commentId });
  return commentId;
}

async function collect(
  who: ReturnType<Site["person"]>,
  title: string,
  visibility: "public" | "private",
  artworkId: string,
) {
  const made = await who.mutation(collections.create, { title, description: "", visibility });
  if (!made.data) throw new Error(made.error.message);
  await who.mutation(collectionItems.add, { collectionId: made.data.id, artworkId });
  return made.data.id;
}

async function addPage({ person, prepare }: Site, artworkId: string, caption: string) {
  const storageId = await prepare("ada");
  const file = { artworkId, role: "page" as const, storageId, caption };
  const { data, error } = await person("ada").mutation(pictures.add, file);
  if (!data) throw new Error(error.message);
  return data.id;
}

/** Ada's studio, where ben has a seat and a work. Which seat it is. */
async function openStudio(site: Site): Promise<string> {
  const { t, person, send } = site;
  const slug = "ink-room";
  await buyPlan(site, "ada");
  await person("ada").mutation(studios.create, { slug, name: "Ink Room" });
  await person("ada").mutation(members.invite, { slug, username: "ben", role: "member" });
  await person("ben").mutation(members.accept, { slug });
  await person("ada").action(seats.assign, { slug, username: "ben" });
  const work = { ...LABEL, clientUploadId: "s", studio: slug, storageId: await send(pngOf(3, 2)) };
  await person("ben").action(uploads.publish, work);
  const rows = await t.run((ctx) => ctx.db.query("studioMembers").take(5));
  const seated = rows.find(({ state }) => state === "seated");
  if (seated?.entityId == null) throw new Error("Nobody sits");
  return seated.entityId;
}

/** What a caller got, as {@link GROUPS} says it. */
function told(answer: unknown): string {
  if (answer !== null && typeof answer === "object") {
    if ("error" in answer && answer.error !== undefined) {
      return answer.error === null ? "done" : (answer.error as { code: string }).code;
    }
    if ("page" in answer) return told(answer.page);
  }
  const isNothing = answer === null || answer === 0 || (Array.isArray(answer) && !answer.length);
  return isNothing ? "nothing" : "shown";
}

async function call(scene: Scene, as: Caller, name: string, args: Record<string, unknown>) {
  const kind = scene.kinds.get(name);
  if (kind === "query")
    return (await as.query(makeFunctionReference<"query">(name), args)) as unknown;
  if (kind === "mutation") {
    return (await as.mutation(makeFunctionReference<"mutation">(name), args)) as unknown;
  }
  return (await as.action(makeFunctionReference<"action">(name), args)) as unknown;
}

interface Expected {
  name: string;
  args: (named: Named) => Record<string, unknown>;
  expected: string;
}

type Column = "out" | "other" | "blocked" | "hidden";

/** What a column says of each function; what may change something comes last. */
function rowsOf(column: Column): Expected[] {
  const rows = GROUPS.flatMap(({ calls, ...group }) => {
    const said = column === "blocked" ? (group.blocked ?? group.other) : group[column];
    const expected = said ?? group.other;
    return Object.entries(calls).map(([name, args]) => ({ name, args, expected }));
  });
  const isQuiet = ({ expected }: Expected) => expected !== "done";
  return [...rows.filter(isQuiet), ...rows.filter((row) => !isQuiet(row))];
}

/** All rows, as one text; only guesses at passwords are counted where nothing is done. */
async function everything({ t }: Scene): Promise<string> {
  const tables = Object.keys(schema.tables) as (keyof typeof schema.tables)[];
  const kept = tables.filter((table) => table !== "attempts");
  return await t.run(async ({ db }) =>
    JSON.stringify(await Promise.all(kept.map((table) => db.query(table).take(200)))),
  );
}

/** Calls every function once, and compares. */
async function expectColumn(scene: Scene, as: Caller, column: Column, named: Named) {
  const rows = rowsOf(column);
  const got: [string, string][] = [];
  const leaks: string[] = [];
  const secret = new RegExp([SECRET, ...scene.hiddenFiles].join("|"), "i");
  const before = await everything(scene);
  for (const { name, args, expected } of rows) {
    if (expected === "done" && !got.some(([, one]) => one === "done")) {
      expect(await everything(scene)).toBe(before);
    }
    const answer = await call(scene, as, name, args(named));
    got.push([name, told(answer)]);
    if (secret.test(JSON.stringify(answer))) leaks.push(name);
  }
  expect(got).toEqual(rows.map(({ name, expected }) => [name, expected]));
  expect(leaks).toEqual([]);
}

describe("every function that a browser may call", () => {
  it("stands in the table once, and nothing else does", async () => {
    const named = GROUPS.flatMap(({ calls }) => Object.keys(calls));
    expect(named.sort()).toEqual([...(await publicFunctions()).keys()].sort());
  });

  it("answers who is signed out what is public, or nothing at all", async () => {
    const scene = await setUp();
    await expectColumn(scene, scene.t, "out", scene.open);
  });

  it("keeps what is somebody else's from a stranger", async () => {
    const scene = await setUp();
    await expectColumn(scene, scene.person("eve"), "other", scene.open);
  });

  it("lets nobody reach who blocked them", async () => {
    const scene = await setUp();
    const block = { username: "eve", kind: "block" as const, silenced: true };
    await scene.person("ada").mutation(silences.set, block);
    await scene.settle();
    await expectColumn(scene, scene.person("eve"), "blocked", scene.open);
  });

  it("tells a stranger nothing of what was hidden, even one who knew it", async () => {
    const scene = await setUp();
    await expectColumn(scene, scene.person("eve"), "hidden", scene.hidden);
    await expectColumn(scene, scene.t, "out", scene.open);
  });
});
