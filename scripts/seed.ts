import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Backend } from "../packages/convex-local/src/main";
import { writePrivately } from "../packages/convex-local/src/server/private-files";
import { artists, works } from "./demo/index.json";
import {
  DRAWN_SIZE,
  DRAWN_WORKS,
  SMALL_PX,
  heightOf,
  pngOf,
  thumbhashOf,
} from "./demo/drawn-works";
import type { DrawnWork } from "./demo/drawn-works";
import { people, talk } from "./demo/life.json";
import { buyers, studios } from "./demo/plans.json";

interface File {
  file: string;
  mediaType?: string;
}
/** Some works have previews. */
type Work = (typeof works)[number] & { preview?: File; poster?: File };

/** For works whose row in the list has no other values. */
const MEDIA_TYPE = "image/jpeg";

function artistOf({ slug, artist: username }: Pick<Work, "slug" | "artist">) {
  const artist = artists.find((each) => each.username === username);
  if (!artist) throw new Error(`${slug} is by ${username}, who is not in the gallery's list`);
  return artist;
}

async function send(address: string, file: string, mediaType: string): Promise<string> {
  const bytes = await readFile(join("scripts/demo", file));
  return await sendBytes(address, file, bytes, mediaType);
}

async function sendBytes(
  address: string,
  name: string,
  bytes: Buffer,
  mediaType: string,
): Promise<string> {
  const headers = { "Content-Type": mediaType };
  const body = new Uint8Array(bytes);
  const response = await fetch(address, { method: "POST", headers, body });
  if (!response.ok) throw new Error(`${name} was not taken: HTTP ${response.status}`);
  // The response of Convex's upload URLs.
  return ((await response.json()) as { storageId: string }).storageId;
}

/** A file of the deployment. */
interface SentFile {
  storageId: string;
  mediaType: string;
}

/** Uploads a file of a work; null if an interrupted start has already published it. */
async function sendFor(
  backend: Backend,
  { artist: username, slug }: Work,
  { file, mediaType = MEDIA_TYPE }: File,
): Promise<SentFile | null> {
  const address = await backend.run("community/demo/artworks:uploadUrl", { username, slug });
  if (typeof address !== "string") return null;
  return { storageId: await send(address, file, mediaType), mediaType };
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** The oldest demo work. */
const OLDEST_DAYS = 160;
/** Views per like, about as many as on similar sites. */
const VIEWS_PER_LIKE = 37;

/** When the works were published, the newest first, with more of them recently. In milliseconds. */
function sharedAt(index: number, now: number): number {
  const share = index / (works.length - 1);
  return Math.round(now - (0.1 + share ** 1.7 * OLDEST_DAYS) * DAY_MS);
}

/** In proportion to the likes, and different for each work. */
function viewsOf({ artist, slug }: Work, index: number): number {
  const liked = people.filter(({ likes }) =>
    likes.some((like) => like.artist === artist && like.slug === slug),
  );
  return (liked.length + 1) * VIEWS_PER_LIKE + ((index * 29) % 31);
}

async function hang(backend: Backend, work: Work, index: number): Promise<void> {
  const { slug, title, medium, alt, width, height, tags, madeHow, thumbhash } = work;
  const original = await sendFor(backend, work, work);
  if (!original) return;
  const preview = work.preview ? await sendFor(backend, work, work.preview) : null;
  const poster = work.poster ? await sendFor(backend, work, work.poster) : null;
  await backend.run("community/demo/artworks:publish", {
    ...{ artist: artistOf(work), slug, title, medium, alt, width, height, tags, madeHow },
    ...{ ...original, thumbhash },
    ...{ publishedAt: sharedAt(index, Date.now()), views: viewsOf(work, index) },
    ...(preview && { preview: { ...preview } }),
    ...(poster && { poster: { ...poster } }),
  });
}

const PNG = "image/png";

/** Publishes a work whose files are drawn here, with its pictures and steps. */
async function hangDrawn(backend: Backend, work: DrawnWork): Promise<void> {
  const { artist: username, slug, title, alt, tags, ageDays, views, drawing, files } = work;
  const address = await backend.run("community/demo/artworks:uploadUrl", { username, slug });
  if (typeof address === "string") {
    const posterAddress = await backend.run("community/demo/artworks:uploadUrl", {
      username,
      slug,
    });
    if (typeof posterAddress !== "string") throw new Error(`${slug} was published meanwhile`);
    const storageId = await sendBytes(address, slug, await pngOf(drawing, DRAWN_SIZE.width), PNG);
    const small = await sendBytes(posterAddress, slug, await pngOf(drawing, SMALL_PX.poster), PNG);
    await backend.run("community/demo/artworks:publish", {
      ...{ artist: artistOf(work), slug, title, alt, tags: [...tags], views, storageId },
      ...{ ...DRAWN_SIZE, medium: "generative", madeHow: "by_hand", mediaType: PNG },
      ...{ thumbhash: thumbhashOf(drawing), poster: { storageId: small, mediaType: PNG } },
      publishedAt: Math.round(Date.now() - ageDays * DAY_MS),
    });
  }
  for (const [position, file] of files.entries()) {
    const { role, caption, stage } = file;
    const place = { work: { artist: username, slug }, role, position };
    const to = await backend.run("community/demo/artworks:fileUploadUrl", place);
    if (typeof to !== "string") continue;
    const storageId = await sendBytes(
      to,
      caption,
      await pngOf(file.drawing, SMALL_PX.file, stage),
      PNG,
    );
    const size = { width: SMALL_PX.file, height: heightOf(SMALL_PX.file) };
    const row = { ...place, ...size, storageId, caption, mediaType: PNG };
    await backend.run("community/demo/artworks:addFile", row);
  }
}

/** An artist's avatar and cover: details of their own works. */
async function setProfileImage(backend: Backend, username: string): Promise<void> {
  for (const [field, kind] of [
    ["avatarId", "avatar"],
    ["coverId", "cover"],
  ] as const) {
    const address = await backend.run("community/demo/artworks:profileImageUploadUrl", {
      username,
      field,
    });
    if (typeof address !== "string") continue;
    const storageId = await send(address, `profile-images/${username}-${kind}.webp`, "image/webp");
    await backend.run("community/demo/artworks:setProfileImage", { username, field, storageId });
  }
}

/** The feed shows the newest first, so the list's first work is published last. */
async function hangGallery(backend: Backend): Promise<void> {
  console.log(`Publishing the first ${works.length + DRAWN_WORKS.length} pictures.`);
  for (const [index, work] of [...works.entries()].toReversed()) await hang(backend, work, index);
  for (const work of DRAWN_WORKS) await hangDrawn(backend, work);
  for (const { username } of artists) await setProfileImage(backend, username);
  for (const person of people) await backend.run("community/demo/activity:addActivity", person);
  for (const words of talk) await backend.run("community/demo/activity:addComments", words);
  await backend.run("community/featured:rotate");
}

/** Buys every plan for demo artists, and makes two of them share a studio. */
async function sellPlans(backend: Backend): Promise<void> {
  for (const studio of studios) await backend.run("community/demo/studios:addStudio", studio);
  for (const buyer of buyers) await backend.run("seed:shop", buyer);
  for (const { slug } of studios) await backend.run("seed:seat", { slug });
}

/** Installs the catalogue, and at the first start creates the demo data. */
export async function seed(backend: Backend, dataDir: string): Promise<void> {
  await backend.run("billing:install");
  const hung = join(dataDir, "gallery-hung");
  if (existsSync(hung)) return;
  await hangGallery(backend);
  await sellPlans(backend);
  writePrivately(hung, "");
}
