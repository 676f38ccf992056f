import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "vite";

/** Everything that the built site is made from. */
const SOURCES = ["src", "convex/contract", "convex/_generated", "public", "index.html"];
const SETTINGS = ["vite.config.ts", "tsconfig.json", "package-lock.json", ".env", ".env.local"];
const KEY_FILE = "node_modules/.cache/spotlight/build-key";

function filesOf(path: string): string[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesOf(join(path, name)));
}

/** Named again whenever the page is served, so a build that says otherwise will do. */
const NAMED_WHEN_SERVED = ["VITE_CONVEX_URL", "VITE_CONVEX_SITE_URL"];

/** Changes whenever a source, or a variable that the build reads, does. */
function buildKey(): string {
  const hash = createHash("sha256");
  for (const file of [...SOURCES, ...SETTINGS].flatMap(filesOf))
    hash.update(`${file} ${statSync(file).size} ${statSync(file).mtimeMs}\n`);
  for (const [name, value] of Object.entries(process.env).sort())
    if (name.startsWith("VITE_") && !NAMED_WHEN_SERVED.includes(name))
      hash.update(`${name}=${value ?? ""}\n`);
  return hash.digest("hex");
}

/** Builds the site into `dist/`. */
export async function buildSite(): Promise<void> {
  const key = buildKey();
  await build({ logLevel: "error" });
  mkdirSync(dirname(KEY_FILE), { recursive: true });
  writeFileSync(KEY_FILE, key);
}

/** Whether building again would give what `dist/` holds. */
export function isSiteBuilt(): boolean {
  const built = existsSync("dist/index.html") && existsSync(KEY_FILE);
  return built && readFileSync(KEY_FILE, "utf8") === buildKey();
}
