import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Backend } from "../../local/main";
import { startLocal } from "../../scripts/backend";
import { migrate } from "../../scripts/migrate";
import type { LocalSettings } from "../../scripts/settings";
import { newPlace, removePlace } from "../e2e/site";
import type { Place } from "../e2e/site";
import { PASSWORD, Person } from "./person";

const DATA = "tests/previous-release/data";
const FIRST_PAGE = { paginationOpts: { numItems: 10, cursor: null } };

let place: Place;
let backend: Backend;
const lines: string[] = [];

/** A copy of the recorded folder, opened by the present code. */
beforeAll(async () => {
  place = await newPlace();
  for (const name of readdirSync(DATA)) {
    const path = join(place.dataDir, name.replace(/\.gz$/, "").replaceAll("__", "/"));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, gunzipSync(readFileSync(join(DATA, name))));
  }
  vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line));
  const choices = { identity: "embedded", billing: "embedded" } as const;
  const where = { port: place.convexPort, dataDir: place.dataDir, durability: "process" } as const;
  const local: LocalSettings = { kind: "local", ...where, proxies: [], choices };
  const { port } = place;
  backend = await startLocal(local, { mode: "start", host: "127.0.0.1", port, backend: local });
  await migrate(backend);
  await backend.run("billing:install");
});

afterAll(async () => {
  await backend.close();
  await removePlace(place);
});

describe("a data folder of the release before", () => {
  it("is migrated by the expected migrations, once, and says so", async () => {
    const said = lines.filter((line) => line.startsWith("Stored data"));
    expect(said).toEqual([
      "Stored data was changed: migrations:moveFollowCounts, 2 documents.",
      "Stored data was changed: migrations:countNotices, 2 documents.",
      "Stored data was changed: migrations:nameArtistsInSearch, 1 documents.",
    ]);
    lines.length = 0;
    await migrate(backend);
    expect(lines).toEqual([]);
    const done = { state: "success", error: null };
    expect(await backend.run("migrations:progress")).toMatchObject([done, done, done]);
  });

  it("keeps passwords, plans and balances", async () => {
    const ada = await Person.signIn(backend.url, "ada", PASSWORD);
    const { products, features } = await ada.action("billing:createCustomer", {});
    const running = (products as { id: string; status: string }[]).map(({ id }) => id);
    expect(running).toEqual(["pro"]);
    expect(features).toMatchObject({
      uploads: { unlimited: true },
      storage_gb: { usage: 0.000001 },
    });
  });

  it("keeps works with their counts, and follows", async () => {
    const ben = await Person.signIn(backend.url, "ben", PASSWORD);
    const feed = await ben.query("community/artworks/functions:feed", FIRST_PAGE);
    expect(feed).toMatchObject({
      page: [{ title: "Lemons, again", likes: 1, liked: true, comments: 1 }],
    });
    const profile = await ben.query("community/profiles/functions:get", { username: "ada" });
    expect(profile).toMatchObject({ followers: 1, followed: 0 });
    const { likes } = await ben.mutation("community/likes:set", {
      ...{ artworkId: (feed["page"] as { id: string }[])[0]?.id, liked: false },
    });
    expect(likes).toBe(0);
  });

  it("keeps unread notifications unread", async () => {
    const ada = await Person.signIn(backend.url, "ada", PASSWORD);
    const { page } = await ada.query("community/notifications/functions:list", FIRST_PAGE);
    const unread = (page as { isRead: boolean }[]).filter((notice) => !notice.isRead);
    expect(unread.length).toBeGreaterThan(0);
    expect(await ada.query("community/notifications/functions:unread", {})).toBe(unread.length);
  });
});
