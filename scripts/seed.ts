import { existsSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Backend } from "../local/main";
import { artists, works } from "./gallery/index.json";
import { people, talk } from "./gallery/life.json";

type Work = (typeof works)[number];

/** Of works whose row in the list says nothing else. */
const MEDIA_TYPE = "image/jpeg";

function artistOf({ slug, artist: username }: Work) {
  const artist = artists.find((each) => each.username === username);
  if (!artist) throw new Error(`${slug} is by ${username}, who is not in the gallery's list`);
  return artist;
}

async function send(address: string, file: string, mediaType: string): Promise<string> {
  const response = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": mediaType },
    body: await readFile(join("scripts/gallery", file)),
  });
  if (!response.ok) throw new Error(`${file} was not taken: HTTP ${response.status}`);
  // What Convex's upload addresses answer.
  return ((await response.json()) as { storageId: string }).storageId;
}

async function hang(backend: Backend, work: Work): Promise<void> {
  const { slug, file, mediaType = MEDIA_TYPE, title, medium, alt, width, height } = work;
  const label = { title, medium, alt, width, height, tags: work.tags, madeHow: work.madeHow };
  const artist = artistOf(work);
  const address = await backend.run("community/gallery:uploadUrl", {
    username: artist.username,
    slug,
  });
  // Null: it hangs already, from a start that was interrupted.
  if (typeof address !== "string") return;
  const storageId = await send(address, file, mediaType);
  await backend.run("community/gallery:hang", { artist, slug, storageId, mediaType, ...label });
}

/** The wall shows the newest first, so the list's first work is hung last. */
async function hangGallery(backend: Backend): Promise<void> {
  console.log(`Hanging the first ${works.length} pictures.`);
  for (const work of works.toReversed()) await hang(backend, work);
  for (const person of people) await backend.run("community/galleryLife:enliven", person);
  for (const words of talk) await backend.run("community/galleryLife:discuss", words);
}

/** Brings the catalogue up to date, and hangs the gallery the first time. */
export async function seed(backend: Backend, dataDir: string): Promise<void> {
  await backend.run("seed:catalogue");
  const hung = join(dataDir, "gallery-hung");
  if (existsSync(hung)) return;
  await hangGallery(backend);
  writeFileSync(hung, "");
}
