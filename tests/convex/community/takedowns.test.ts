import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { FIRST_PAGE, LABEL, openSite, pngOf } from "./site";
import type { Site } from "./site";

const modules = import.meta.glob([
  "../../../convex/community/{artworks/functions,artworks/deletion,files/functions,profiles/functions,moderation/reports,storage/quota,uploads/orphanedFiles,moderation/takedowns,uploads/tickets}.ts",
  "../../../convex/receiveUpload.ts",
]);

const artworks = api.community.artworks.functions;
const workFiles = api.community.files.functions;
const { reports } = api.community.moderation;
const uploads = api.community.uploads.functions;
const { orphanedFiles } = internal.community.uploads;
const { takedowns } = internal.community.moderation;
const DAY_MS = 24 * 60 * 60 * 1000;

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(Date.UTC(2026, 10, 21));
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.stubEnv("CONVEX_SITE_URL", "https://site.example");
});

/** A work with two pictures and a poster, all different. */
async function hangWork(site: Site) {
  const ada = site.person("ada");
  const files = [await site.send(pngOf(3, 2)), await site.send(pngOf(2, 1))] as const;
  const [storageId, poster] = files;
  const work = { ...LABEL, clientUploadId: "w", storageId, poster };
  const { data } = await ada.mutation(uploads.publish, work);
  const artworkId = data?.artworkId as Id<"artworks">;
  const page = await site.prepare("ada", pngOf(5, 5));
  await ada.mutation(workFiles.add, { artworkId, role: "page", storageId: page, caption: "" });
  return { artworkId, files: [...files, page] };
}

const publishAs = async (site: Site, name: string, bytes = pngOf(3, 2)) =>
  await site.publish(name, "again", await site.send(bytes, "image/png", name));

/** A member reports a work, and an operator agrees. */
async function takeDown({ t, person }: Site, id: Id<"artworks">) {
  const subject = { kind: "artwork" as const, id };
  await person("eve").mutation(reports.send, { subject, reason: "stolen", note: "" });
  const [report] = await t.query(internal.community.moderation.reports.open, {});
  if (!report) throw new Error("Nothing was reported");
  await t.mutation(internal.community.moderation.reports.close, { id: report.id, state: "upheld" });
}

async function urlsOf({ person }: Site, id: Id<"artworks">) {
  const ada = person("ada");
  const found = await ada.query(artworks.get, { id });
  const detail = await ada.query(artworks.detail, { id });
  const { url, posterUrl } = found?.artwork ?? {};
  return [url, posterUrl, ...(detail?.pages ?? []).map((page) => page.url)];
}

const stored = async ({ t }: Site) =>
  await t.run(async (ctx) => (await ctx.db.system.query("_storage").take(100)).length);

describe("a work that operators took down", () => {
  it("has no file URLs any more, not even for its artist", async () => {
    const site = await openSite(modules);
    const { artworkId, files } = await hangWork(site);
    expect((await urlsOf(site, artworkId)).every((url) => typeof url === "string")).toBe(true);
    await takeDown(site, artworkId);
    await site.settle();
    expect(await Promise.all(files.map((id) => site.exists(id)))).toEqual([false, false, false]);
    expect(await urlsOf(site, artworkId)).toEqual([null, null, null]);
  });

  it("keeps its files without URLs, and gets them back after a mistake", async () => {
    const site = await openSite(modules);
    const { artworkId } = await hangWork(site);
    await takeDown(site, artworkId);
    await site.settle();
    vi.setSystemTime(Date.now() + 2 * DAY_MS);
    await site.t.mutation(orphanedFiles.deleteOrphaned, {});
    expect(await stored(site)).toBe(3);
    await site.t.mutation(takedowns.restore, { artworkId });
    expect((await urlsOf(site, artworkId)).every((url) => typeof url === "string")).toBe(true);
    const { page } = await site.t.query(artworks.feed, FIRST_PAGE);
    expect(page.map(({ id }) => id)).toEqual([artworkId]);
    expect((await publishAs(site, "eve")).error).toBeNull();
    await expect(site.t.mutation(takedowns.restore, { artworkId })).rejects.toThrow("No hidden");
  });

  it.each(["published", "unlisted"] as const)("is %s again as before", async (state) => {
    const site = await openSite(modules);
    const { artworkId } = await hangWork(site);
    await site.person("ada").mutation(artworks.setState, { id: artworkId, state });
    await takeDown(site, artworkId);
    await site.settle();
    await site.t.mutation(takedowns.restore, { artworkId });
    expect(await site.person("ada").query(artworks.detail, { id: artworkId })).toMatchObject({
      state,
    });
  });

  it("is deleted with its files, and their hashes stay known", async () => {
    const site = await openSite(modules);
    const { artworkId } = await hangWork(site);
    await takeDown(site, artworkId);
    await site.settle();
    await site.person("ada").mutation(artworks.remove, { id: artworkId });
    await site.settle();
    expect(await stored(site)).toBe(0);
    const again = await publishAs(site, "ada");
    expect(again.error?.code).toBe("taken_down");
  });

  it("that is deleted while its files are moved leaves none of them", async () => {
    const site = await openSite(modules);
    const { artworkId } = await hangWork(site);
    await takeDown(site, artworkId);
    const row = await site.t.run(async (ctx) => await ctx.db.query("takedowns").first());
    await site.person("ada").mutation(artworks.remove, { id: artworkId });
    const copyId = await site.t.run(({ storage }) => storage.store(new Blob(["x"])));
    if (row) await site.t.mutation(takedowns.moved, { id: row._id, copyId });
    await site.settle();
    expect(await stored(site)).toBe(0);
  });

  it("has 120 interrupted moves completed by the sweep, though some fail again", async () => {
    const site = await openSite(modules);
    const { artworkId } = await hangWork(site);
    await site.t.run(async ({ db, storage }) => {
      for (let n = 0; n < 120; n += 1) {
        const storageId = await storage.store(new Blob([String(n)]));
        await db.insert("takedowns", {
          ...{ artworkId, storageId, sha256: String(n), copyId: null, isMoved: false },
        });
      }
    });
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const digest = vi.spyOn(crypto.subtle, "digest").mockRejectedValueOnce(new Error("Died"));
    await site.t.mutation(takedowns.retryMoves, {});
    await site.settle();
    digest.mockRestore();
    const left = async () =>
      (await site.t.run(({ db }) => db.query("takedowns").take(200))).filter((r) => !r.isMoved);
    expect(await left()).toMatchObject([{ sha256: "0" }]);
    await site.t.mutation(takedowns.retryMoves, {});
    await site.settle();
    expect(await left()).toEqual([]);
  });

  it("loses its URLs within the hour when the move was interrupted", async () => {
    const site = await openSite(modules);
    const { artworkId, files } = await hangWork(site);
    await takeDown(site, artworkId);
    await site.settle();
    await site.t.run(async (ctx) => {
      // The state after a crash before the move.
      const row = await ctx.db.query("takedowns").first();
      const storageId = await ctx.storage.store(new Blob(["still here"]));
      if (row)
        await ctx.db.patch("takedowns", row._id, { storageId, isMoved: false, copyId: null });
    });
    await site.t.mutation(takedowns.retryMoves, {});
    await site.settle();
    const open = await site.t.run(async (ctx) =>
      (await ctx.db.query("takedowns").take(9)).filter(({ isMoved }) => !isMoved),
    );
    expect([open, files.length]).toEqual([[], 3]);
  });
});

describe("content that operators took down", () => {
  it.each([
    ["the picture", pngOf(3, 2)],
    ["its poster", pngOf(2, 1)],
    ["another picture of the work", pngOf(5, 5)],
  ])("cannot be uploaded again by anyone: %s", async (_, bytes) => {
    const site = await openSite(modules);
    const waiting = await site.prepare("ben", bytes);
    const { artworkId } = await hangWork(site);
    await takeDown(site, artworkId);
    const ben = site.person("ben");
    const asked = { mediaType: "image/png" as const, bytes: bytes.length };
    const { data } = await ben.mutation(uploads.begin, asked);
    const path = data?.uploadUrl.replace("https://site.example", "") ?? "";
    const headers = { "Content-Type": "image/png" };
    const sent = await site.t.fetch(path, { method: "POST", headers, body: bytes });
    expect(sent.status).toBe(403);
    expect(await sent.json()).toMatchObject({ code: "taken_down" });
    const early = await site.publish("ben", "early", waiting);
    expect(early.error?.code).toBe("taken_down");
    const other = await publishAs(site, "ben", pngOf(8, 8));
    expect(other.error).toBeNull();
    const work = other.data?.artworkId as Id<"artworks">;
    const page = { artworkId: work, role: "page", storageId: waiting, caption: "" } as const;
    expect((await ben.mutation(workFiles.add, page)).error?.code).toBe("taken_down");
  });
});
