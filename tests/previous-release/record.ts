import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import type * as Backends from "../../scripts/backend";
import type * as AllSettings from "../../scripts/settings";
import { ALL_KEYS } from "../../local/codec/keys";
import { openDatabase } from "../../local/store/database";
import { payOn } from "../v1/backend";
import { PASSWORD, Person } from "./person";

/** Keys and the files of one start are not copied. */
const LEFT_OUT = /key|lock|lease|variables|upload|temp|spare/;

/** A PNG of three by two pixels. */
const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGP4z8AARBAKAwAjwgP9k0bmEwAAAABJRU5ErkJggg==",
  "base64",
);

async function live(url: string, run: (path: string, args?: object) => Promise<unknown>) {
  await run("billing:install");
  const ada = await Person.signUp(url, "ada", PASSWORD);
  const ben = await Person.signUp(url, "ben", PASSWORD);
  const artworkId = await ada.publish("Lemons, again", PICTURE);
  await ben.mutation("community/likes:set", { artworkId, liked: true });
  await ben.mutation("community/comments/functions:add", { artworkId, text: "Sharp." });
  await ben.mutation("community/relationships/follows:set", { username: "ada", followed: true });
  // Lists show counts a while later.
  await run("community/artworks/counts:merge", { artworkId });
  const { checkout_url } = await ada.action("billing:attach", { productId: "creator" });
  await payOn(String(checkout_url));
  await ada.action("billing:attach", { productId: "pro" });
}

/**
 * Counts of follows and notifications as they were stored before their migrations:
 * there is no release yet that could be recorded with them.
 */
function storeAsBefore(dir: string): void {
  const database = openDatabase({ dir, durability: "process" });
  const transaction = database.begin();
  const all = (table: string) => [...transaction.scan(table, "by_creation_time", ALL_KEYS, "asc")];
  for (const { doc } of all("profileCounts")) {
    const { profileId, followers, followed } = doc;
    const profile = typeof profileId === "string" && transaction.get("profiles", profileId);
    if (!profile || followers === undefined || followed === undefined)
      throw new Error(`Whose counts are ${JSON.stringify(doc)}?`);
    const { _id, _creationTime, ...fields } = profile;
    transaction.replace("profiles", _id, { ...fields, followers, followed });
    transaction.remove("profileCounts", doc._id);
  }
  for (const { doc } of all("notificationCounts"))
    transaction.remove("notificationCounts", doc._id);
  database.commit(transaction);
  database.close();
}

/**
 * Records a small data folder with the code of another checkout:
 * `npx tsx tests/previous-release/record.ts ROOT`, after `npm ci` there.
 */
async function main(root: string): Promise<void> {
  const load = async <M>(file: string) => (await import(pathToFileURL(join(root, file)).href)) as M;
  const { startLocal } = await load<typeof Backends>("scripts/backend.ts");
  const { readSettings } = await load<typeof AllSettings>("scripts/settings.ts");
  const target = resolve("tests/previous-release/data");
  const dataDir = mkdtempSync(join(tmpdir(), "previous-release-"));
  process.chdir(root);
  const env = { DATA_DIR: dataDir, CONVEX_PORT: "39210", PORT: "39173" };
  const settings = readSettings(env, root, "start");
  if (settings.backend.kind !== "local") throw new Error("The backend has to be local");
  const backend = await startLocal(settings.backend, settings);
  try {
    await live(backend.url, backend.run as Parameters<typeof live>[1]);
  } finally {
    await backend.close();
  }
  storeAsBefore(dataDir);
  for (const entry of readdirSync(dataDir, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    console.log(path, entry.isFile() ? readFileSync(path).length : "");
    if (!entry.isFile() || LEFT_OUT.test(entry.name)) continue;
    const name = path.slice(dataDir.length + 1).replaceAll("/", "__");
    writeFileSync(join(target, `${name}.gz`), gzipSync(readFileSync(path), { level: 9 }));
  }
  rmSync(dataDir, { recursive: true });
}

await main(resolve(process.argv[2] ?? "."));
