import { execFileSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { isSiteBuilt } from "../../scripts/build";
import { newPlace, removePlace, startSite } from "../e2e/site";

/** A site as `npm start` runs it, to be attacked from outside. */
export interface AttackedSite {
  /** The URL of its pages. */
  url: string;
  /**
   * The URL of its functions: `/api/query`, `/api/mutation`, `/api/action`, the socket, uploads.
   */
  functionsUrl: string;
  /** The URL of its HTTP routes: `/billing/v1`, `/billing/sandbox`, `/share`. */
  routesUrl: string;
  dataDir: string;
  /** The file with its output so far. */
  outputFile: string;
}

declare module "vitest" {
  interface ProvidedContext {
    attackedSite: AttackedSite;
  }
}

let stop = () => Promise.resolve();

/** One site for all attack tests: a start is their slowest part. */
export async function setup(project: TestProject): Promise<void> {
  if (!isSiteBuilt()) execFileSync("npm", ["run", "--silent", "build"], { stdio: "inherit" });
  const place = await newPlace();
  const site = await startSite(place);
  const outputFile = join(place.dataDir, "output.txt");
  appendFileSync(outputFile, site.output());
  for (const stream of [site.process.stdout, site.process.stderr])
    stream?.on("data", (chunk: Buffer) => appendFileSync(outputFile, chunk));
  project.provide("attackedSite", {
    url: site.url,
    functionsUrl: `http://127.0.0.1:${place.convexPort}`,
    routesUrl: `http://127.0.0.1:${place.convexPort + 1}`,
    dataDir: place.dataDir,
    outputFile,
  });
  stop = async () => {
    site.process.kill("SIGTERM");
    await site.ended;
    await removePlace(place);
  };
}

export const teardown = (): Promise<void> => stop();
