import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fromBufferPromise } from "yauzl";
import { v } from "convex/values";
import { api, internal } from "../../../convex/_generated/api";
import { internalAction } from "../../../convex/_generated/server";
import { LEASE_MS, MOST_ATTEMPTS } from "../../../convex/community/dataExports/model";
import { writingPartsOf } from "../../../convex/community/dataExports/archive";
import { DAY_MS, MINUTE_MS } from "../../../packages/billing/src/contract";
import { inBilling } from "../backend";
import { buyPlan, FIRST_PAGE, openSite } from "./site";
import type { Site } from "./site";

const modules = import.meta.glob(
  "../../../convex/community/{artworks/functions,artworks/deletion,collections/items,collections/functions,comments/functions,dataExports/archive,dataExports/functions,dataExports/model,dataExports/read,files/functions,likes,profiles/functions,relationships/follows,uploads/orphanedFiles}.ts",
);
const ARCHIVE = "../../../convex/community/dataExports/archive.ts";
const exporting = api.community.dataExports.functions;
const { model } = internal.community.dataExports;
const { artworks, collections, comments, files, likes, relationships } = api.community;

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.stubEnv("CONVEX_SITE_URL", "https://site.example");
  // The archive is written with streams, which need the real setImmediate.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
});

/** The paths and texts of a ZIP file. */
async function unzip(site: Site, storageId: string): Promise<Map<string, string>> {
  const bytes = await site.t.run(async (ctx) => {
    const blob = await ctx.storage.get(storageId as never);
    return await blob?.arrayBuffer();
  });
  const zip = await fromBufferPromise(Buffer.from(bytes ?? new ArrayBuffer(0)));
  const found = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    found.set(entry.fileName, Buffer.concat(chunks).toString("latin1"));
  }
  return found;
}

/** The parts of Ada's export, unpacked. */
async function partsOf(site: Site): Promise<Map<string, string>[]> {
  const rows = await site.t.run(async (ctx) => await ctx.db.query("dataExportParts").collect());
  return await Promise.all(rows.map(async ({ storageId }) => await unzip(site, storageId)));
}

const mine = async ({ person }: Site, name = "ada") => await person(name).query(exporting.mine, {});

/** Ada has a hostile title, two files, a comment, a like, a collection, and follows Ben. */
async function openWithData(named = modules): Promise<Site & { work: string }> {
  const site = await openSite(named);
  const ada = site.person("ada");
  await buyPlan(site, "ada", "creator");
  const work = await site.hang("ada", "w", {
    title: "<img src=x> Über",
    description: "Ink & salt",
  });
  const step = { role: "step" as const, caption: "Sketch", storageId: await site.prepare("ada") };
  await ada.mutation(files.functions.add, { artworkId: work, ...step });
  const bens = await site.hang("ben", "b", { title: "Bens" });
  await ada.mutation(comments.functions.add, { artworkId: bens, text: "So calm" });
  await ada.mutation(likes.set, { artworkId: bens, liked: true });
  await ada.mutation(relationships.follows.set, { username: "ben", followed: true });
  const shelf = { title: "Best", description: "", visibility: "private" as const };
  const { data } = await ada.mutation(collections.functions.create, shelf);
  await ada.mutation(collections.items.add, { collectionId: data?.id ?? "", artworkId: bens });
  await site.settle();
  return { ...site, work };
}

describe("an export of everything", () => {
  it("has the originals, texts, lists and invoices, and a page that needs no network", async () => {
    const site = await openWithData();
    expect((await site.person("ada").mutation(exporting.start, {})).error).toBeNull();
    expect(await mine(site)).toMatchObject({ state: "running", parts: [] });
    await site.settle();
    expect(await mine(site)).toMatchObject({ state: "done", files: 2, filesDone: 2 });
    const [zip] = await partsOf(site);
    const paths = [...(zip?.keys() ?? [])];
    const originals = paths.filter((path) => path.startsWith("works/"));
    expect(originals.map((path) => path.split("/").at(-1))).toEqual(["original.png", "step-1.png"]);
    expect(originals[0]).toMatch(/^works\/\d{4}-\d\d-\d\d-img-src-x-u.*ber-.{8}\//);
    expect(zip?.get(originals[0] ?? "")?.slice(1, 4)).toBe("PNG");
    const json = (name: string): unknown => JSON.parse(zip?.get(`${name}.json`) ?? "null");
    expect(json("profile")).toMatchObject({ username: "ada" });
    expect(json("comments")).toMatchObject([{ on: "Bens, by ben", text: "So calm" }]);
    expect(json("likes")).toMatchObject([{ work: "Bens, by ben" }]);
    expect(json("relationships")).toMatchObject([{ kind: "follow", username: "ben" }]);
    expect(json("collections")).toMatchObject([{ title: "Best", works: "Bens, by ben" }]);
    expect(json("billing")).toMatchObject({ id: "ada", invoices: [{ product_ids: ["creator"] }] });
    const page = zip?.get("index.html") ?? "";
    expect(page).not.toContain("<img src=x>");
    for (const text of ["&lt;img src=x&gt;", "Ink &amp; salt", "So calm", "creator"])
      expect(page).toContain(text);
    for (const path of originals)
      expect(page).toContain(path.split("/").map(encodeURIComponent).join("/"));
    expect(page).not.toMatch(/<script|https?:\/\/(?!site\.example)/);
  });

  it("names no work of others that they show no more", async () => {
    const site = await openWithData();
    const ben = site.person("ben");
    const works = await ben.query(artworks.functions.byProfile, { username: "ben", ...FIRST_PAGE });
    const id = works.page[0]?.id ?? "";
    await ben.mutation(artworks.functions.setState, { id, state: "draft" });
    await ben.mutation(artworks.functions.edit, { id, title: "A secret project" });
    await site.person("ada").mutation(exporting.start, {});
    await site.settle();
    const [zip] = await partsOf(site);
    expect([...(zip?.values() ?? [])].join("\n")).not.toContain("A secret project");
  });

  it("has every invoice, however many there are", async () => {
    const site = await openWithData();
    await inBilling(site.t, async ({ db }) => {
      const [first] = await db.query("invoices").take(1);
      if (!first) throw new Error("No invoice");
      const { _id, _creationTime, ...row } = first;
      for (let n = 0; n < 120; n += 1) {
        await db.insert("invoices", { ...row, key: `k${n}`, number: `N-${n}` });
      }
    });
    await site.person("ada").mutation(exporting.start, {});
    await site.settle();
    const [zip] = await partsOf(site);
    const stored = JSON.parse(zip?.get("billing.json") ?? "null") as { invoices: unknown[] };
    expect(stored.invoices).toHaveLength(121);
  });

  it("continues in another part when one is full, and names each file once", async () => {
    const small = {
      ...modules,
      [ARCHIVE]: () => Promise.resolve({ writePart: writingPartsOf(1) }),
    };
    const site = await openWithData(small);
    await site.person("ada").mutation(exporting.start, {});
    await site.settle();
    const parts = await partsOf(site);
    expect(parts.length).toBeGreaterThan(1);
    const originals = parts.flatMap((part) =>
      [...part.keys()].filter((path) => path.startsWith("works/")),
    );
    expect(originals.map((path) => path.split("/").at(-1))).toEqual(["original.png", "step-1.png"]);
    expect(await mine(site)).toMatchObject({ state: "done", filesDone: 2 });
  });

  it("leaves no file out when a work changes its state meanwhile", async () => {
    const small = {
      ...modules,
      [ARCHIVE]: () => Promise.resolve({ writePart: writingPartsOf(1) }),
    };
    const site = await openWithData(small);
    const second = await site.hang("ada", "later", { title: "Second", state: "draft" });
    await site.person("ada").mutation(exporting.start, {});
    while ((await partsOf(site)).length === 0) {
      vi.advanceTimersToNextTimer();
      await site.t.finishInProgressScheduledFunctions();
    }
    const { setState } = artworks.functions;
    await site.person("ada").mutation(setState, { id: site.work, state: "draft" });
    await site.person("ada").mutation(setState, { id: second, state: "published" });
    await site.settle();
    const paths = (await partsOf(site)).flatMap((part) => [...part.keys()]);
    const originals = paths.filter((path) => path.startsWith("works/"));
    expect([originals.length, new Set(originals).size]).toEqual([3, 3]);
  });

  it("is the member's alone, runs once at a time, and can be deleted", async () => {
    const site = await openWithData();
    const ada = site.person("ada");
    expect((await site.t.mutation(exporting.start, {})).error?.code).toBe("unauthenticated");
    await ada.mutation(exporting.start, {});
    expect((await ada.mutation(exporting.start, {})).error?.code).toBe("too_many");
    await site.settle();
    expect(await mine(site, "ben")).toBeNull();
    expect((await ada.mutation(exporting.start, {})).error).toBeNull();
    await ada.mutation(exporting.remove, {});
    // The scheduled action finds nothing to do.
    await site.settle();
    expect(await mine(site)).toBeNull();
    expect(await partsOf(site)).toEqual([]);
  });

  it("expires after a week", async () => {
    const site = await openWithData();
    const ada = site.person("ada");
    await ada.mutation(exporting.start, {});
    await site.settle();
    const stored = async () =>
      await site.t.run(async (ctx) =>
        (await ctx.db.query("dataExportParts").collect()).map((part) => part.storageId),
      );
    const [file] = await stored();
    if (!file) throw new Error("No part");
    vi.setSystemTime(Date.now() + 2 * DAY_MS);
    await site.t.mutation(internal.community.uploads.orphanedFiles.deleteOrphaned, {});
    expect(await site.exists(file)).toBe(true);
    vi.setSystemTime(Date.now() + 6 * DAY_MS);
    await site.t.mutation(model.cleanUp, {});
    expect([await mine(site), await site.exists(file)]).toEqual([null, false]);
  });
});

describe("an export whose action is killed", () => {
  /** The action dies silently this many times; then it succeeds. */
  async function openKilling(times: number) {
    let deaths = 0;
    const dying = internalAction({
      args: { exportId: v.id("dataExports"), run: v.number() },
      returns: v.null(),
      handler: async (ctx, named): Promise<null> => {
        deaths += 1;
        await ctx.runMutation(model.takeUp, named);
        return null;
      },
    });
    const site = await openWithData({
      ...modules,
      [ARCHIVE]: () => Promise.resolve({ writePart: deaths < times ? dying : writingPartsOf(1) }),
    });
    await site.person("ada").mutation(exporting.start, {});
    return { ...site, deaths: () => deaths };
  }

  it("is noticed within minutes, and another one continues", async () => {
    const site = await openKilling(1);
    const startedAt = Date.now();
    while ((await mine(site))?.isRetried !== true) {
      vi.advanceTimersToNextTimer();
      await site.t.finishInProgressScheduledFunctions();
    }
    expect(Date.now() - startedAt).toBeLessThanOrEqual(2 * LEASE_MS);
    expect(LEASE_MS).toBeLessThanOrEqual(5 * MINUTE_MS);
    await site.settle();
    expect(await mine(site)).toMatchObject({ state: "done", isRetried: false, filesDone: 2 });
    const paths = (await partsOf(site)).flatMap((part) => [...part.keys()]);
    expect(paths.filter((path) => path.startsWith("works/"))).toHaveLength(2);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it("fails after four tries, says so, and can be started again", async () => {
    const site = await openKilling(Infinity);
    await site.settle();
    expect(site.deaths()).toBe(MOST_ATTEMPTS);
    expect(await mine(site)).toMatchObject({ state: "failed", failure: "stopped", parts: [] });
    expect(vi.getTimerCount()).toBe(0);
    expect((await site.person("ada").mutation(exporting.start, {})).error).toBeNull();
  });

  it("adds nothing if it was only slow, and leaves no file behind", async () => {
    const site = await openKilling(Infinity);
    await site.settle();
    await site.person("ada").mutation(exporting.start, {});
    const [exportId, storageId] = await site.t.run(async (ctx) => {
      const [row] = await ctx.db.query("dataExports").take(1);
      if (!row?.writing) throw new Error("Nothing runs");
      // Another action took over.
      await ctx.db.patch("dataExports", row._id, { writing: { ...row.writing, run: 2 } });
      return [row._id, await ctx.storage.store(new Blob(["late"]))] as const;
    });
    const late = { exportId, run: 1 };
    expect(await site.t.mutation(model.takeUp, late)).toBeNull();
    expect(await site.t.mutation(model.report, { ...late, filesDone: 9 })).toBe(false);
    await site.t.mutation(model.addPart, {
      ...late,
      storageId,
      bytes: 4,
      filesDone: 9,
      next: null,
    });
    await site.t.mutation(model.interrupt, late);
    expect(await site.exists(storageId)).toBe(false);
    expect(await mine(site)).toMatchObject({ state: "running", filesDone: 0, parts: [] });
  });

  it("ends at its largest size, and keeps the parts", async () => {
    const site = await openWithData();
    await site.person("ada").mutation(exporting.start, {});
    const exportId = await site.t.run(async (ctx) => {
      const [row] = await ctx.db.query("dataExports").take(1);
      if (!row?.writing) throw new Error("Nothing runs");
      await ctx.db.patch("dataExports", row._id, { writing: { ...row.writing, number: 1_000 } });
      return row._id;
    });
    const storageId = await site.t.run(async (ctx) => await ctx.storage.store(new Blob(["zip"])));
    const next = { cursor: null, skip: 1 };
    const last = { storageId, bytes: 3, filesDone: 1, next };
    await site.t.mutation(model.addPart, { exportId, run: 1, ...last });
    const { parts, ...rest } = (await mine(site)) ?? { parts: [] };
    expect(rest).toMatchObject({ state: "failed", failure: "too_large" });
    expect(parts).toHaveLength(1);
    await site.settle();
  });
});

describe("a part of an export", () => {
  it("needs less than 400 of the 512 MiB that an action has", async () => {
    const child = fileURLToPath(new URL("./zip-process.ts", import.meta.url));
    const args = ["--import", "tsx", child, "10"];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const { size, peak } = JSON.parse(stdout) as { size: number; peak: number };
    expect(size).toBeGreaterThan(10);
    expect(peak).toBeLessThan(400);
  });
});
