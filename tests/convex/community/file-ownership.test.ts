import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { AVATAR_MAX_BYTES, COVER_MAX_BYTES } from "../../../convex/contract/portraits";
import { movie, track } from "../../contract/files/film-boxes";
import { FIRST_PAGE, LABEL, openSite, pngOf } from "./site";
import type { Site } from "./site";

const modules = import.meta.glob(
  "../../../convex/community/{artworks/functions,profiles/functions,files/functions,prints/functions,uploads/orphanedFiles}.ts",
);

const artworks = api.community.artworks.functions;
const { functions: pages } = api.community.profiles;
const workFiles = api.community.files.functions;
const uploads = api.community.uploads.functions;

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.useFakeTimers();
});

const MP4 = movie(track({ shown: [640, 480] }));

/** A file of ada's in every possible use, by that use. */
async function useFiles(site: Site): Promise<Map<string, Id<"_storage">>> {
  const { person, send } = site;
  const ada = person("ada");
  const files = new Map<string, Id<"_storage">>();
  const file = async (use: string) => {
    const id = await send(pngOf(3, 2, files.size));
    files.set(use, id);
    return id;
  };
  const three = async (use: string) => ({
    storageId: await file(use),
    preview: await file(`${use}'s preview`),
    poster: await file(`${use}'s poster`),
  });
  const work = { ...LABEL, clientUploadId: "w", ...(await three("a work")) };
  const artworkId = (await ada.mutation(uploads.publish, work)).data?.artworkId;
  if (!artworkId) throw new Error("Nothing hangs");
  const page = await three("a page");
  await ada.mutation(uploads.prepare, page);
  const { storageId } = page;
  await ada.mutation(workFiles.add, { artworkId, role: "page", caption: "", storageId });
  for (const kind of ["avatar", "cover"] as const) {
    const own = { storageId: await file(`a ${kind}`) };
    await ada.mutation(uploads.prepare, own);
    await ada.mutation(pages.setProfileImage, { kind, storageId: own.storageId });
  }
  const waiting = { storageId: await file("nothing yet") };
  await ada.mutation(uploads.prepare, waiting);
  return files;
}

const taken = async ({ person }: Site, storageId: Id<"_storage">, name = "eve") => {
  const as = person(name);
  const file = { storageId };
  const answers = [
    await as.mutation(uploads.publish, { ...LABEL, clientUploadId: storageId, ...file }),
    await as.mutation(uploads.prepare, file),
    await as.mutation(pages.setProfileImage, { kind: "avatar", storageId }),
  ];
  return answers.map(({ error }) => error?.code);
};

describe("a file in use", () => {
  it("cannot be used by other members, and is never swept", async () => {
    const site = await openSite(modules);
    const { t, person, exists } = site;
    const files = await useFiles(site);
    await person("eve").mutation(api.community.profiles.functions.ensure, {});
    const none = Array<string>(3).fill("upload_not_found");
    const got: [string, unknown][] = [];
    for (const [use, id] of files) got.push([use, await taken(site, id)]);
    expect(got).toEqual([...files.keys()].map((use) => [use, none]));
    // Its owner cannot use it for something else either while it is in use.
    const again = await Promise.all(
      [...files].map(async ([use, id]) => [
        use,
        (await taken(site, id, "ada")).includes(undefined),
      ]),
    );
    expect(again).toEqual([...files.keys()].map((use) => [use, use === "nothing yet"]));
    const before = Date.now() + 24 * 60 * 60 * 1000;
    vi.setSystemTime(before + 2);
    expect(await t.mutation(internal.community.uploads.orphanedFiles.deleteOrphaned, {})).toBe(0);
    for (const [use, id] of files) expect([use, await exists(id)]).toEqual([use, true]);
  });

  it("cannot be claimed without an upload of the caller", async () => {
    const { t, person } = await openSite(modules);
    const storageId = await t.run(({ storage }) => storage.store(new Blob([pngOf(3, 2)])));
    const { error } = await person("eve").mutation(uploads.prepare, { storageId });
    expect(error?.code).toBe("upload_not_found");
  });

  it("can be prepared, deleted or published by its sender only", async () => {
    const { t, person, send, exists } = await openSite(modules);
    const storageId = await send(pngOf(3, 2));
    const [ada, eve] = [person("ada"), person("eve")];
    await eve.mutation(api.community.profiles.functions.ensure, {});
    const broken = { storageId, thumbhash: "<b>" };
    const work = { ...LABEL, clientUploadId: "w" };
    const codes = [
      (await eve.mutation(uploads.prepare, { storageId })).error?.code,
      (await eve.mutation(uploads.prepare, broken)).error?.code,
      (await eve.mutation(uploads.publish, { ...work, storageId })).error?.code,
    ];
    expect(codes).toEqual(["upload_not_found", "upload_not_found", "upload_not_found"]);
    const rows = await t.run(async ({ db }) => await db.query("pendingUploads").take(5));
    expect(rows.map((row) => row.media)).toEqual([undefined]);
    expect(await exists(storageId)).toBe(true);
    const { error } = await ada.mutation(uploads.publish, { ...work, ...broken });
    expect(error?.code).toBe("invalid_thumbhash");
    expect(await exists(storageId)).toBe(false);
    expect(await t.run(async ({ db }) => await db.query("pendingUploads").take(5))).toEqual([]);
  });

  it("is neither a rendition nor a picture of another member's work", async () => {
    const { t, person, hang, send, prepare } = await openSite(modules);
    const work = await hang("eve", "w");
    const hers = await prepare("ada");
    const eve = person("eve");
    const page = { artworkId: work, role: "page" as const, caption: "", storageId: hers };
    const codes = [
      (await eve.mutation(workFiles.add, page)).error?.code,
      (await eve.mutation(artworks.replaceFile, { id: work, storageId: hers })).error?.code,
    ];
    expect(codes).toEqual(["upload_not_found", "upload_not_found"]);
    const own = { storageId: await send(pngOf(3, 2), "image/png", "eve") };
    for (const renditions of [{ poster: hers }, { preview: hers }, { poster: own.storageId }]) {
      const file = { ...own, ...renditions };
      const work = { ...LABEL, ...file, clientUploadId: "p" };
      expect((await eve.mutation(uploads.publish, work)).error?.code).toBe("upload_not_found");
      expect((await eve.mutation(uploads.prepare, file)).error?.code).toBe("upload_not_found");
    }
    const rows = await t.run(async ({ db }) => await db.query("pendingUploads").take(5));
    expect(rows.map(({ storageId }) => storageId)).toEqual([hers, own.storageId]);
  });

  it("that is sent again for a published work deletes no used file", async () => {
    const { t, hang, person, send, exists } = await openSite(modules);
    const id = await hang("ada", "w");
    const used = await t.run(async ({ db }) => (await db.get("artworks", id))?.storageId);
    if (!used) throw new Error("Nothing hangs");
    const claim = async (storageId: Id<"_storage">) =>
      (await person("ada").mutation(uploads.publish, { ...LABEL, clientUploadId: "w", storageId }))
        .data;
    const fresh = await send(pngOf(3, 2));
    expect([await claim(used), await claim(fresh)]).toEqual([{ artworkId: id }, { artworkId: id }]);
    expect([await exists(used), await exists(fresh)]).toEqual([true, false]);
  });
});

describe("a profile image", () => {
  it.each([
    ["avatar", AVATAR_MAX_BYTES],
    ["cover", COVER_MAX_BYTES],
  ] as const)("as %s replaces the one before, with its own size limit", async (kind, most) => {
    const { t, person, prepare, exists } = await openSite(modules);
    const set = async (bytes: number) => {
      const storageId = await prepare("ada", pngOf(4, 4, bytes - 33));
      const { error } = await person("ada").mutation(pages.setProfileImage, { kind, storageId });
      return { storageId, code: error?.code };
    };
    const [first, second, third] = [await set(100), await set(most), await set(most + 1)];
    expect([first.code, second.code, third.code]).toEqual([undefined, undefined, "file_too_large"]);
    const left = [await exists(first.storageId), await exists(second.storageId)];
    expect([...left, await exists(third.storageId)]).toEqual([false, true, false]);
    const page = await t.query(pages.get, { username: "ada" });
    const urls = [page?.avatarUrl, page?.coverUrl].map((url) => typeof url === "string");
    expect(urls).toEqual([kind === "avatar", kind === "cover"]);
  });

  it("is a still picture, and keeps no renditions", async () => {
    const { person, send, exists } = await openSite(modules);
    const ada = person("ada");
    const video = { storageId: await send(MP4, "video/mp4") };
    expect((await ada.mutation(uploads.prepare, video)).error).toBeNull();
    const set = async (storageId: Id<"_storage">) =>
      (await ada.mutation(pages.setProfileImage, { kind: "cover", storageId })).error?.code;
    expect(await set(video.storageId)).toBe("unsupported_media");
    const poster = await send(pngOf(1, 1));
    const picture = { storageId: await send(pngOf(3, 2)), poster };
    await ada.mutation(uploads.prepare, picture);
    expect(await set(picture.storageId)).toBeUndefined();
    const left = [video.storageId, picture.storageId, poster].map((id) => exists(id));
    expect(await Promise.all(left)).toEqual([false, true, false]);
  });
});

describe("a rendition", () => {
  it.each([
    ["a still preview of a picture", "still", "still", undefined],
    ["a moving preview of a picture", "still", "moving", "unsupported_media"],
    ["a moving preview of a video", "moving", "moving", undefined],
    ["a still preview of a video", "moving", "still", "unsupported_media"],
  ] as const)("has the kind of its original: %s", async (_, original, preview, code) => {
    const { person, send } = await openSite(modules);
    const file = async (kind: "still" | "moving") =>
      await (kind === "still" ? send(pngOf(3, 2)) : send(MP4, "video/mp4"));
    const sent = { storageId: await file(original), preview: await file(preview) };
    const { error } = await person("ada").mutation(uploads.publish, {
      ...{ ...LABEL, clientUploadId: "w", ...sent },
    });
    expect(error?.code).toBe(code);
  });

  it.each([
    ["still", undefined],
    ["moving", "unsupported_media"],
  ] as const)("as a poster is a still picture: %s", async (kind, code) => {
    const { person, send } = await openSite(modules);
    const poster = await (kind === "still" ? send(pngOf(3, 2)) : send(MP4, "video/mp4"));
    const sent = { storageId: await send(MP4, "video/mp4"), poster };
    const { data, error } = await person("ada").mutation(uploads.publish, {
      ...{ ...LABEL, clientUploadId: "w", ...sent },
    });
    expect(error?.code).toBe(code);
    if (!data) return;
    // A video cannot be printed.
    const found = await person("ada").query(artworks.get, { id: data.artworkId });
    expect(found?.artwork).toMatchObject({ width: 640, height: 480, mediaType: "video/mp4" });
    const print = { artworkId: data.artworkId, address: "Quay 1" };
    const printed = await person("ada").mutation(api.community.prints.functions.order, print);
    expect(printed.error?.code).toBe("unsupported_media");
  });
});

describe("additional pictures of a work", () => {
  it("come after the present ones, whatever was deleted, with their role and caption", async () => {
    const { t, person, hang, prepare } = await openSite(modules);
    const artworkId = await hang("ada", "w");
    const ada = person("ada");
    const add = async (caption: string, role: "page" | "step" = "page") => {
      const storageId = await prepare("ada", pngOf(5, 7));
      const { data } = await ada.mutation(workFiles.add, { artworkId, role, caption, storageId });
      if (!data) throw new Error("Not added");
      return data.id;
    };
    const first = await add("a");
    await add("b");
    await ada.mutation(workFiles.remove, { id: first });
    await add("c");
    const step = await add("step", "step");
    const detail = async () => await t.query(artworks.detail, { id: artworkId });
    const told = { width: 5, height: 7, mediaType: "image/png", bytes: 33 };
    const shown = { posterUrl: null, previewUrl: null, thumbhash: null };
    const other: unknown = expect.anything();
    const file = { ...told, ...shown, url: other, id: other, createdAt: other };
    expect(await detail()).toMatchObject({
      pages: [
        { ...file, caption: "b" },
        { ...file, caption: "c" },
      ],
      steps: [{ ...file, caption: "step", id: step }],
      editedAt: Date.now(),
    });
    const ids = (await detail())?.pages.map(({ id }) => id) ?? [];
    const order = async (wanted: typeof ids) =>
      (await ada.mutation(workFiles.reorder, { artworkId, role: "page", ids: wanted })).error?.code;
    const [b, c] = ids;
    if (!b || !c) throw new Error("Nothing is there");
    expect([await order([b, b]), await order([b, step]), await order([c, b])]).toEqual([
      ...["invalid_order", "invalid_order", undefined],
    ]);
    expect((await detail())?.pages.map(({ caption }) => caption)).toEqual(["c", "b"]);
    const long = await ada.mutation(workFiles.setCaption, { id: b, caption: "x".repeat(1001) });
    expect(long.error?.code).toBe("invalid_alt");
    expect((await t.query(artworks.feed, FIRST_PAGE)).page).toHaveLength(1);
  });
});
