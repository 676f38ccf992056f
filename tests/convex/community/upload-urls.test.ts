import { readFileSync } from "node:fs";
import type { FunctionArgs } from "convex/server";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, components, internal } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { movie, track } from "../../contract/files/film-boxes";
import { LABEL, buyPlan, openSite, pngOf } from "./site";
import type { Site } from "./site";

const modules = import.meta.glob([
  "../../../convex/community/{artworks/functions,artworks/deletion,studios/members,files/functions,profiles/functions,uploads/reservations,storage/quota,studios/seats,uploads/orphanedFiles,studios/functions,uploads/tickets}.ts",
  "../../../convex/receiveUpload.ts",
]);

const { members, seats, functions: studios } = api.community.studios;
const profiles = api.community.profiles.functions;
const { reservations, functions: uploads } = api.community.uploads;
const { publishing } = internal.community.uploads;
const MINUTE_MS = 60 * 1000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const MB = 1_000_000;

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(Date.UTC(2026, 10, 21));
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.stubEnv("CONVEX_SITE_URL", "https://site.example");
});

/** A WebM of a million empty elements. */
function manyElements(): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(2_000_000);
  for (let at = 0; at < file.length; at += 2) file.set([0xec, 0x80], at);
  file.set([0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x84, 0x77, 0x65, 0x62, 0x6d]);
  return file;
}

type Registered = Record<string, { _handler?: (...call: unknown[]) => unknown }>;

/** The functions of modules, which add their names to a list when they run. */
function counted(named: typeof modules, runs: string[]): typeof modules {
  return Object.fromEntries(
    Object.entries(named).map(([path, load]) => [
      path,
      async () => {
        const exported = Object.entries((await load()) as Registered);
        return Object.fromEntries(
          exported.map(([name, one]) => {
            const { _handler: handler } = one;
            if (!handler) return [name, one];
            const _handler = (...call: unknown[]) => {
              runs.push(name);
              return handler(...call);
            };
            return [name, Object.assign(Object.create(one) as object, { _handler })];
          }),
        );
      },
    ]),
  );
}

type Begin = FunctionArgs<typeof uploads.begin>;

async function begin({ person }: Site, name: string, args: Partial<Begin> = {}) {
  return await person(name).mutation(uploads.begin, {
    ...{ mediaType: "image/png", bytes: 33 },
    ...args,
  });
}

async function urlFor(site: Site, name: string, args: Partial<Begin> = {}): Promise<string> {
  const { data, error } = await begin(site, name, args);
  if (!data) throw new Error(error.message);
  return data.uploadUrl.replace("https://site.example", "");
}

async function sendTo({ t }: Site, url: string, body: BodyInit, type = "image/png") {
  const headers = { "Content-Type": type };
  const response = await t.fetch(url, { method: "POST", headers, body });
  return { status: response.status, ...(await response.json()) } as {
    status: number;
    storageId?: string;
    code?: string;
  };
}

const storedIn = async ({ t }: Site) =>
  await t.run(async (ctx) => (await ctx.db.system.query("_storage").take(100)).length);

/** Copies the one row of a table. */
async function copyRow({ t }: Site, table: "uploadTickets" | "reservations", times: number) {
  await t.run(async (ctx) => {
    const { _id, _creationTime, ...row } = (await ctx.db.query(table).first()) ?? {};
    for (let n = 0; n < times; n++) {
      const named = table === "reservations" && { clientUploadId: `copy ${n}` };
      await ctx.db.insert(table, { ...row, ...named } as never);
    }
  });
}

/** Pending files of this size for a member, without any bytes. */
async function fillWith({ t }: Site, name: string, sizes: readonly number[]) {
  await t.run(async (ctx) => {
    const artist = (await ctx.db.query("profiles").take(100)).find((one) => one.username === name);
    if (!artist) throw new Error(`${name} has no profile`);
    for (const bytes of sizes) {
      const storageId = await ctx.storage.store(new Blob(["x"]));
      const row = { profileId: artist._id, storageId, bytes, payerId: name };
      await ctx.db.insert("pendingUploads", row);
    }
  });
}

describe("an upload URL", () => {
  it("accepts one file of the declared size and type, and binds it to its member", async () => {
    const site = await openSite(modules);
    const url = await urlFor(site, "ada");
    const { status, storageId } = await sendTo(site, url, pngOf(3, 2));
    expect(status).toBe(200);
    const rows = await site.t.run(async (ctx) => await ctx.db.query("pendingUploads").take(9));
    expect(rows).toMatchObject([{ storageId, bytes: 33 }]);
    const stolen = await site.publish("eve", "u", rows[0]?.storageId as Id<"_storage">);
    expect(stolen.error?.code).toBe("upload_not_found");
  });

  it("leads to a published work in four transactions", async () => {
    const runs: string[] = [];
    const all = import.meta.glob([
      "../../../convex/accounts/*.ts",
      "../../../convex/community/uploads/*.ts",
      "../../../convex/receiveUpload.ts",
    ]);
    const site = await openSite({ ...modules, ...counted(all, runs) });
    const { storageId } = await sendTo(site, await urlFor(site, "ada"), pngOf(3, 2));
    expect((await site.publish("ada", "u", storageId as Id<"_storage">)).error).toBeNull();
    expect(runs).toEqual(["begin", "use", "arrive", "publish"]);
  });

  it.each<[string, BodyInit, string, string]>([
    ["one byte more", pngOf(3, 2, 1), "image/png", "wrong_size"],
    ["one byte less", pngOf(3, 2).slice(1), "image/png", "wrong_size"],
    ["60 MB for 33 bytes", new Uint8Array(60 * MB), "image/png", "wrong_size"],
    ["no body", "", "image/png", "wrong_size"],
    ["another type", pngOf(3, 2), "text/html", "mislabelled_file"],
  ])("refuses %s, and stores nothing", async (_, body, type, code) => {
    const site = await openSite(modules);
    const url = await urlFor(site, "ada");
    expect(await sendTo(site, url, body, type)).toMatchObject({ status: 400, code });
    expect(await storedIn(site)).toBe(0);
    expect(await sendTo(site, url, pngOf(3, 2))).toMatchObject({ status: 403 });
  });

  it.each<[string, Uint8Array<ArrayBuffer>, Begin["mediaType"], string]>([
    [
      "no picture",
      new TextEncoder().encode("<html>hello</html>"),
      "image/png",
      "unsupported_media",
    ],
    ["another type than declared", pngOf(3, 2), "image/jpeg", "mislabelled_file"],
    ["too many pixels", pngOf(10_001, 5_000), "image/png", "too_many_pixels"],
    ["a video without a size", movie(), "video/mp4", "unreadable_video"],
    ["two-byte elements", manyElements(), "video/webm", "too_many_parts"],
  ])("stores no unusable file: %s", async (_, file, mediaType, code) => {
    const site = await openSite(modules);
    const url = await urlFor(site, "ada", { mediaType, bytes: file.length });
    expect(await sendTo(site, url, file, mediaType)).toMatchObject({ status: 400, code });
    expect(await storedIn(site)).toBe(0);
    expect((await begin(site, "ada", { bytes: 1 })).error).toBeNull();
  });

  it.each([
    ["the browser left it", undefined, false],
    ["the artist said nothing", false, false],
    ["the artist wants it", true, true],
  ])(
    "leaves the coordinates, and nothing else, in a picture only when the artist wants that: %s",
    async (...row) => {
      const [, keepsPlace, isKept] = row;
      const site = await openSite(modules);
      const placed = new Uint8Array(readFileSync("tests/e2e/files/placed.jpg"));
      const args = { mediaType: "image/jpeg" as const, bytes: placed.length };
      const url = await urlFor(site, "ada", {
        ...args,
        ...(keepsPlace !== undefined && { keepsPlace }),
      });
      const { storageId } = await sendTo(site, url, placed, "image/jpeg");
      const bytes = await site.t.run(async (ctx) =>
        (await ctx.storage.get(storageId as Id<"_storage">))?.arrayBuffer(),
      );
      const stored = Buffer.from(bytes ?? new ArrayBuffer());
      const latitude = Buffer.from([0, 0, 0, 37, 0, 0, 0, 1]);
      expect([stored.includes(latitude), stored.includes("Cam1")]).toEqual([isKept, false]);
      const [pending] = await site.t.run(
        async (ctx) => await ctx.db.query("pendingUploads").take(2),
      );
      expect(pending).toMatchObject({ storageId, bytes: stored.length });
      expect(stored.length).toBeLessThan(placed.length);
    },
  );

  it("is for a file that is measured once, when it arrives, and not again", async () => {
    const site = await openSite(modules);
    const film = movie(track({ shown: [7680, 4320] }));
    const promised = { mediaType: "video/mp4" as const, bytes: film.length };
    const { storageId } = await sendTo(
      site,
      await urlFor(site, "ada", promised),
      film,
      "video/mp4",
    );
    const [row] = await site.t.run(async (ctx) => await ctx.db.query("pendingUploads").take(2));
    expect(row?.measured).toEqual({
      ...{ type: "video/mp4", width: 7680, height: 4320, dynamicRange: "standard" },
    });
    const hung = await site.publish("ada", "u", storageId as Id<"_storage">);
    expect(hung.error?.code).toBe("hd_only");
  });

  it("reads no more of a body than its declared size", async () => {
    const site = await openSite(modules);
    const url = await urlFor(site, "ada");
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled += 1;
        controller.enqueue(new Uint8Array(20));
      },
    });
    const init = { method: "POST", headers: { "Content-Type": "image/png" }, body: endless };
    const response = await site.t.fetch(url, { ...init, duplex: "half" } as RequestInit);
    expect(response.status).toBe(400);
    expect(pulled).toBeLessThan(6);
  });

  it.each<[string, (site: Site) => Promise<string>]>([
    [
      "was used",
      async (site) => {
        const url = await urlFor(site, "ada");
        await sendTo(site, url, pngOf(3, 2));
        return url;
      },
    ],
    [
      "is eleven minutes old",
      async (site) => {
        const url = await urlFor(site, "ada");
        vi.setSystemTime(Date.now() + 11 * MINUTE_MS);
        return url;
      },
    ],
    ["is made up", () => Promise.resolve("/upload?token=abc")],
    ["has no token", () => Promise.resolve("/upload")],
    ["is 900 KB long", () => Promise.resolve(`/upload?token=${"a".repeat(900_000)}`)],
  ])("accepts nothing when it %s", async (_, find) => {
    const site = await openSite(modules);
    const url = await find(site);
    const before = await storedIn(site);
    const refused = await sendTo(site, url, pngOf(3, 2));
    expect(refused).toMatchObject({ status: 403, code: "upload_url_expired" });
    expect(await storedIn(site)).toBe(before);
  });

  it("of an unused try is replaced by the next", async () => {
    const site = await openSite(modules);
    const part = { bytes: 10 * MB, clientUploadId: "a" };
    const first = await urlFor(site, "ada", part);
    for (let n = 0; n < 6; n++) await urlFor(site, "ada", part);
    expect((await sendTo(site, first, pngOf(3, 2))).code).toBe("upload_url_expired");
    for (let n = 0; n < 4; n++) await urlFor(site, "ada", { ...part, bytes: 10 * MB - 1 - n });
    expect((await begin(site, "ada", { ...part, bytes: 50 })).error?.code).toBe("storage_full");
  });

  it("can be used by a page of any origin", async () => {
    const site = await openSite(modules);
    const asked = await site.t.fetch("/upload", { method: "OPTIONS" });
    expect([asked.status, asked.headers.get("Access-Control-Allow-Origin")]).toEqual([204, "*"]);
    expect(asked.headers.get("Access-Control-Allow-Headers")).toBe("Content-Type");
  });

  it.each([0, -1, 0.5, Number.NaN])("is not created for %d bytes", async (bytes) => {
    const site = await openSite(modules);
    expect((await begin(site, "ada", { bytes })).error?.code).toBe("empty_file");
  });
});

describe("pending files", () => {
  it("count against the storage quota: reserved, received and prepared, until they are deleted", async () => {
    const site = await openSite(modules);
    await site.publish("ada", "first", await site.send(pngOf(3, 2)));
    await fillWith(site, "ada", Array<number>(66).fill(15 * MB));
    const big = { bytes: 9 * MB };
    expect((await begin(site, "ada", big)).error).toBeNull();
    const reserve = async (clientUploadId: string) => {
      const file = { clientUploadId, bytes: 9 * MB, width: 3, height: 2 };
      return (await site.person("ada").mutation(reservations.reserve, file)).error?.code;
    };
    expect((await begin(site, "ada", big)).error?.code).toBe("storage_full");
    expect(await reserve("a")).toBe("storage_full");
    vi.setSystemTime(Date.now() + DAY_MS + MINUTE_MS);
    await site.t.mutation(publishing.deleteExpired, {});
    await site.t.mutation(publishing.deleteExpired, {});
    expect((await begin(site, "ada", big)).error).toBeNull();
    expect(await reserve("a")).toBeUndefined();
  });

  it("of a reservation are counted once", async () => {
    const site = await openSite(modules);
    await site.publish("ada", "first", await site.send(pngOf(3, 2)));
    await fillWith(site, "ada", Array<number>(65).fill(15 * MB));
    const reserve = async (clientUploadId: string) => {
      const file = { clientUploadId, bytes: 10 * MB, width: 3, height: 2 };
      return (await site.person("ada").mutation(reservations.reserve, file)).error?.code;
    };
    expect(await reserve("a")).toBeUndefined();
    const promised = { bytes: 10 * MB, clientUploadId: "a" };
    expect((await begin(site, "ada", promised)).error).toBeNull();
    expect([await reserve("b"), await reserve("c")]).toEqual([undefined, "storage_full"]);
  });

  it("may have 50 MB where the plan is full or not loaded yet, and no more", async () => {
    const site = await openSite(modules);
    for (let n = 0; n < 5; n++) await urlFor(site, "ada", { bytes: 10 * MB });
    expect((await begin(site, "ada", { bytes: 1 })).error?.code).toBe("storage_full");
  });

  it("are a hundred at most for one member, on any plan", async () => {
    const site = await openSite(modules);
    await urlFor(site, "ada");
    await copyRow(site, "uploadTickets", 98);
    expect((await begin(site, "ada")).error).toBeNull();
    expect((await begin(site, "ada")).error?.code).toBe("too_many");
    expect((await begin(site, "eve")).error).toBeNull();
    vi.setSystemTime(Date.now() + 11 * MINUTE_MS);
    expect((await begin(site, "ada")).error).toBeNull();
  });
});

describe("a file for a studio", () => {
  it("counts against the studio's plan, for a studio's work too", async () => {
    const site = await openSite(modules);
    const { person, t } = site;
    const [ada, ben] = [person("ada"), person("ben")];
    const slug = "north";
    await ben.mutation(profiles.ensure, {});
    await ada.mutation(profiles.ensure, {});
    await buyPlan(site, "ada");
    await ada.mutation(studios.create, { name: "North", slug });
    await ada.mutation(members.invite, { slug, username: "ben", role: "member" });
    await ben.mutation(members.accept, { slug });
    await ada.action(seats.assign, { slug, username: "ben" });
    const storageId = await site.send(pngOf(3, 2), "image/png", "ben");
    const work = { ...LABEL, clientUploadId: "s", storageId, studio: slug };
    const { data } = await ben.mutation(uploads.publish, work);
    await urlFor(site, "ben", { studio: slug });
    await urlFor(site, "ben", { artworkId: data?.artworkId ?? "" });
    await urlFor(site, "ben");
    const payers = await t.run(async (ctx) =>
      (await ctx.db.query("uploadTickets").take(9)).map(({ payerId }) => payerId),
    );
    expect(payers).toEqual(["ada", "ada", "ben"]);
  });

  it.each([
    ["another member's studio", { studio: "south" }, "studio_not_found"],
    ["another member's work", { artworkId: "work" }, "artwork_not_found"],
  ])("is not reserved for %s", async (_, args, code) => {
    const site = await openSite(modules);
    expect((await begin(site, "eve", args)).error?.code).toBe(code);
  });
});

describe("a file that waits for its artist to publish it", () => {
  const waiting = async ({ t }: Site) =>
    await t.run(async ({ db }) =>
      (await db.query("pendingUploads").take(9)).map((row) => row.clientUploadId ?? null),
    );
  /** A file of an upload that has arrived. */
  const arrive = async (site: Site, clientUploadId?: string) => {
    const asked = clientUploadId === undefined ? {} : { clientUploadId };
    const { storageId } = await sendTo(site, await urlFor(site, "ada", asked), pngOf(3, 2));
    return storageId as Id<"_storage">;
  };

  it("is deleted when it is given up, and no other member's", async () => {
    const site = await openSite(modules);
    const file = await arrive(site, "a");
    await arrive(site, "b");
    await site.person("eve").mutation(profiles.ensure, {});
    await site.person("eve").mutation(reservations.release, { clientUploadIds: ["a"] });
    expect(await waiting(site)).toEqual(["a", "b"]);
    await site.person("ada").mutation(reservations.release, { clientUploadIds: ["a"] });
    expect([await waiting(site), await site.exists(file)]).toEqual([["b"], false]);
  });

  it("is deleted after two hours when its member sends another, and not an avatar", async () => {
    const site = await openSite(modules);
    await arrive(site, "a");
    await arrive(site);
    vi.setSystemTime(Date.now() + 120 * MINUTE_MS);
    await arrive(site, "b");
    expect(await waiting(site)).toEqual(["a", null, "b"]);
    vi.setSystemTime(Date.now() + 1);
    await arrive(site, "c");
    expect(await waiting(site)).toEqual([null, "b", "c"]);
    vi.setSystemTime(Date.now() + 121 * MINUTE_MS);
    const reserved = { clientUploadId: "d", bytes: 33, width: 3, height: 2 };
    await site.person("ada").mutation(reservations.reserve, reserved);
    expect(await waiting(site)).toEqual([null]);
  });
});

describe("uploads under way", () => {
  const file = { bytes: 10, width: 3, height: 2 };

  it("are a hundred at most for one member, on an unlimited plan too", async () => {
    const site = await openSite(modules);
    await site.hang("ada", "first");
    const pro = { customer_id: "ada", product_id: "pro" };
    await site.t.mutation(components.billing.public.attach, { params: pro });
    const reserve = async (clientUploadId: string) => {
      const args = { clientUploadId, ...file };
      return (await site.person("ada").mutation(reservations.reserve, args)).error?.code;
    };
    await reserve("u");
    await copyRow(site, "reservations", 98);
    expect(await reserve("last")).toBeUndefined();
    expect([await reserve("one more"), await reserve("last")]).toEqual(["too_many", undefined]);
    vi.setSystemTime(Date.now() + 11 * MINUTE_MS);
    expect(await reserve("one more")).toBeUndefined();
  });

  it.each([
    ["none", "", "invalid_id"],
    ["100 characters", "a".repeat(100), undefined],
    ["101 characters", "a".repeat(101), "invalid_id"],
    ["900 KB", "a".repeat(900_000), "invalid_id"],
  ])("have ids of limited length: %s", async (_, clientUploadId, code) => {
    const site = await openSite(modules);
    const ada = site.person("ada");
    const storageId = await site.send(pngOf(3, 2));
    const codes = [
      (await ada.mutation(reservations.reserve, { clientUploadId, ...file })).error?.code,
      (await begin(site, "ada", { clientUploadId })).error?.code,
      (await ada.mutation(uploads.publish, { ...LABEL, clientUploadId, storageId })).error?.code,
    ];
    expect(codes).toEqual([code, code, code]);
  });
});
