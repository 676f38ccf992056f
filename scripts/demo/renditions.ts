import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { rgbaToThumbHash } from "thumbhash";
import { findBrowser } from "../browser";
import index from "./index.json";

interface File {
  file: string;
  mediaType?: string;
}
type Work = File & {
  slug: string;
  width: number;
  thumbhash?: string;
  preview?: File;
  poster?: File;
};

const FOLDER = "scripts/demo";
/** The maximum size of the algorithm. */
const HASHED_PX = 100;
/** Grids show a lighter or smaller image without a rendition. */
const LIGHT_BYTES = 150_000;
const WALL = { width: 800, height: 1600, quality: 0.78 };

/** Renders a file within a size as a WebP, and as pixels if a blur is made from them. */
async function draw(page: Page, { file, mediaType = "image/jpeg" }: File, limits: typeof WALL) {
  const data = readFileSync(join(FOLDER, file)).toString("base64");
  const drawn = await page.evaluate(
    async ({ src, limits, hashedPx }) => {
      const { source, width, height } = await (src.startsWith("data:video/")
        ? film()
        : picture());
      const scale = Math.min(1, limits.width / width, limits.height / height);
      const canvas = new OffscreenCanvas(Math.round(width * scale), Math.round(height * scale));
      const pen = canvas.getContext("2d");
      if (!pen) throw new Error("This browser draws nothing");
      pen.drawImage(source, 0, 0, canvas.width, canvas.height);
      const { width: drawnWidth, height: drawnHeight } = canvas;
      const isHashed = Math.max(drawnWidth, drawnHeight) <= hashedPx;
      const rgba = isHashed ? [...pen.getImageData(0, 0, drawnWidth, drawnHeight).data] : [];
      const blob = await canvas.convertToBlob({ type: "image/webp", quality: limits.quality });
      const bytes = new Uint8Array(await blob.arrayBuffer());
      const webp = btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ""));
      return { width: drawnWidth, height: drawnHeight, rgba, webp };

      async function picture() {
        const image = new Image();
        image.src = src;
        await image.decode();
        return { source: image, width: image.naturalWidth, height: image.naturalHeight };
      }
      async function film() {
        const video = document.createElement("video");
        video.muted = true;
        video.src = src;
        await new Promise((ready, fail) => {
          video.onseeked = ready;
          video.onerror = fail;
          // The first frame is often empty.
          video.onloadedmetadata = () => (video.currentTime = video.duration / 3);
        });
        return { source: video, width: video.videoWidth, height: video.videoHeight };
      }
    },
    { src: `data:${mediaType};base64,${data}`, limits, hashedPx: HASHED_PX },
  );
  return { ...drawn, webp: Buffer.from(drawn.webp, "base64") };
}

function needsPoster({ file, width, mediaType = "" }: Work): boolean {
  const isHeavy = statSync(join(FOLDER, file)).size > LIGHT_BYTES && width > WALL.width;
  return isHeavy || mediaType.startsWith("video/");
}

/** Adds a preview to a work, if it needs one, and a blur. */
async function rendition(page: Page, work: Work): Promise<void> {
  const shown = work.preview ?? work;
  if (needsPoster(work)) {
    const { webp } = await draw(page, shown, WALL);
    work.poster = { file: `works/${work.slug}.webp`, mediaType: "image/webp" };
    writeFileSync(join(FOLDER, work.poster.file), webp);
  }
  const limits = { ...WALL, width: HASHED_PX, height: HASHED_PX };
  const { width, height, rgba } = await draw(page, work.poster ?? shown, limits);
  work.thumbhash = Buffer.from(rgbaToThumbHash(width, height, rgba)).toString("base64");
}

/** Creates the previews of the demo works. Run it again when a file has changed. */
async function main(): Promise<void> {
  const { executablePath, env } = findBrowser(process.env);
  const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env } });
  const page = await browser.newPage();
  mkdirSync(join(FOLDER, "wall"), { recursive: true });
  const works: Work[] = index.works;
  for (const work of works) await rendition(page, work);
  await browser.close();
  writeFileSync(join(FOLDER, "index.json"), `${JSON.stringify(index, null, 2)}\n`);
}

await main();
