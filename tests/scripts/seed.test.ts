import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Value } from "convex/values";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Backend } from "../../packages/convex-local/src/main";
import { artists, works } from "../../scripts/demo/index.json";
import { DRAWN_WORKS } from "../../scripts/demo/drawn-works";
import type * as DrawnWorks from "../../scripts/demo/drawn-works";
import { people, talk } from "../../scripts/demo/life.json";
import { buyers, studios } from "../../scripts/demo/plans.json";
import { seed } from "../../scripts/seed";

// Drawing takes seconds; tests/scripts/drawn-works.test.ts tests it.
vi.mock("../../scripts/demo/drawn-works", async (original) => ({
  ...(await original<typeof DrawnWorks>()),
  pngOf: async () => await Promise.resolve(Buffer.from("png")),
}));

type Args = Record<string, Value>;
interface Sent {
  address: string;
  mediaType: string | null;
}

const textOf = (value: Value | undefined) => (typeof value === "string" ? value : "");

let dataDir: string;
let ran: [path: string, args: Args][];
let sent: Sent[];
/** The response of `begin`: null for a work that is already published. */
let addressOf: (path: string, args: Args) => Value;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "seed "));
  [ran, sent] = [[], []];
  addressOf = (_, { username, slug, field }) =>
    `http://files/${textOf(username)}/${textOf(slug ?? field)}`;
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  vi.spyOn(globalThis, "fetch").mockImplementation((address, init) => {
    const { headers, method } = init ?? {};
    expect(method).toBe("POST");
    sent.push({
      address: new Request(address).url,
      mediaType: new Headers(headers).get("Content-Type"),
    });
    return Promise.resolve(Response.json({ storageId: `file ${sent.length}` }));
  });
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const backend: Backend = {
  ...{ url: "", siteUrl: "", adminKey: "", close: () => Promise.resolve() },
  run: (path, args = {}) => {
    ran.push([path, args]);
    return Promise.resolve(path.endsWith("Url") ? addressOf(path, args) : null);
  },
};
const argsOf = (path: string) => ran.filter(([name]) => name === path).map(([, args]) => args);
const [first] = works;

describe("seed", () => {
  it("publishes the demo works from the last to the first, then adds activity", async () => {
    await seed(backend, dataDir);
    const hung = argsOf("community/demo/artworks:publish");
    expect(hung.map(({ slug }) => slug)).toEqual([
      ...works.map(({ slug }) => slug).reverse(),
      ...DRAWN_WORKS.map(({ slug }) => slug),
    ]);
    expect(argsOf("community/demo/artworks:setProfileImage")).toHaveLength(2 * artists.length);
    expect(argsOf("community/demo/activity:addActivity")).toEqual(people);
    expect(argsOf("community/demo/activity:addComments")).toEqual(talk);
    expect(argsOf("community/demo/studios:addStudio")).toEqual(studios);
    expect(argsOf("seed:shop")).toEqual(buyers);
    expect(argsOf("seed:seat")).toEqual(studios.map(({ slug }) => ({ slug })));
    const order = [...new Set(ran.map(([path]) => path))];
    expect(order).toEqual([
      ...[
        "billing:install",
        "community/demo/artworks:uploadUrl",
        "community/demo/artworks:publish",
      ],
      ...["community/demo/artworks:fileUploadUrl", "community/demo/artworks:addFile"],
      ...[
        "community/demo/artworks:profileImageUploadUrl",
        "community/demo/artworks:setProfileImage",
      ],
      ...["community/demo/activity:addActivity", "community/demo/activity:addComments"],
      ...[
        "community/featured:rotate",
        "community/demo/studios:addStudio",
        "seed:shop",
        "seed:seat",
      ],
    ]);
    expect(existsSync(join(dataDir, "gallery-hung"))).toBe(true);
  });

  it("gives the works a past: months of dates, and views in proportion to the likes", async () => {
    await seed(backend, dataDir);
    const drawn = DRAWN_WORKS.map(({ slug }) => slug);
    const hung = argsOf("community/demo/artworks:publish").filter(
      ({ slug }) => !drawn.includes(textOf(slug)),
    );
    const dates = hung.map(({ publishedAt }) => Number(publishedAt));
    expect(dates).toEqual(dates.toSorted((a, b) => a - b));
    const days = dates.map((at) => Math.round((Date.now() - at) / (24 * 60 * 60 * 1000)));
    expect([days.at(0), days.at(-1)]).toEqual([160, 0]);
    expect(days.filter((age) => age < 30).length).toBeGreaterThan(10);
    for (const { artist, slug, views } of hung) {
      const { username } = artist as { username: string };
      const likes = people
        .flatMap((person) => person.likes)
        .filter((like) => like.artist === username && like.slug === slug).length;
      expect(Number(views) / (likes + 1)).toBeGreaterThanOrEqual(37);
      expect(Number(views) / (likes + 1)).toBeLessThan(68);
    }
  });

  it("sends each file with its type, and publishes the work with it", async () => {
    await seed(backend, dataDir);
    for (const work of works) {
      const files = [work, "preview" in work && work.preview, "poster" in work && work.poster];
      const types = files.flatMap((file) => {
        if (!file) return [];
        return "mediaType" in file && file.mediaType ? file.mediaType : "image/jpeg";
      });
      const address = `http://files/${work.artist}/${work.slug}`;
      const own = sent.filter((file) => file.address === address);
      expect(own.map(({ mediaType }) => mediaType)).toEqual(types);
      const numbers = own.map((file) => `file ${sent.indexOf(file) + 1}`);
      const hung = argsOf("community/demo/artworks:publish").find(({ slug }) => slug === work.slug);
      expect(hung).toMatchObject({
        ...{
          title: work.title,
          alt: work.alt,
          width: work.width,
          height: work.height,
        },
        ...{
          storageId: numbers[0],
          mediaType: types[0],
          artist: { username: work.artist },
        },
      });
      expect(hung?.["preview"] !== undefined).toBe("preview" in work);
      expect(hung?.["poster"] !== undefined).toBe("poster" in work);
    }
    for (const { username } of artists)
      for (const field of ["avatarId", "coverId"]) {
        const index = sent.findIndex(
          ({ address }) => address === `http://files/${username}/${field}`,
        );
        expect(sent[index]?.mediaType).toBe("image/webp");
        expect(argsOf("community/demo/artworks:setProfileImage")).toContainEqual({
          ...{ username, field, storageId: `file ${index + 1}` },
        });
      }
  });

  it("gives each drawn work a large original, another picture and its steps", async () => {
    await seed(backend, dataDir);
    const added = argsOf("community/demo/artworks:addFile");
    for (const { artist, slug, files } of DRAWN_WORKS) {
      const own = added.filter(({ work }) => (work as { slug: string }).slug === slug);
      expect(own.map(({ role, position, caption }) => [role, position, caption])).toEqual(
        files.map(({ role, caption }, position) => [role, position, caption]),
      );
      const hung = argsOf("community/demo/artworks:publish").find((work) => work["slug"] === slug);
      expect(hung).toMatchObject({ width: 3120, height: 2080, mediaType: "image/png" });
      expect(hung).toMatchObject({ artist: { username: artist }, poster: {} });
    }
  });

  it("continues after an interrupted start, with unpublished works", async () => {
    addressOf = (_, { slug }) => (slug === first?.slug ? "http://files/x" : null);
    await seed(backend, dataDir);
    expect(argsOf("community/demo/artworks:publish").map(({ slug }) => slug)).toEqual([
      first?.slug,
    ]);
    expect(argsOf("community/demo/artworks:setProfileImage")).toEqual([]);
  });

  it("updates the catalogue at each start, and publishes the demo works once", async () => {
    writeFileSync(join(dataDir, "gallery-hung"), "");
    await seed(backend, dataDir);
    expect(ran).toEqual([["billing:install", {}]]);
  });

  it("ends with the name of a refused file, and is not marked as done", async () => {
    vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(null, { status: 507 }));
    await expect(seed(backend, dataDir)).rejects.toThrow(/ was not taken: HTTP 507$/);
    expect(argsOf("community/demo/artworks:publish")).toEqual([]);
    expect(existsSync(join(dataDir, "gallery-hung"))).toBe(false);
  });
});
