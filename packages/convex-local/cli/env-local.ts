import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";

/** Prefixes of variables that a bundler gives to pages, by the package that bundles. */
const PREFIXES = [
  ["next", "NEXT_PUBLIC_"],
  ["expo", "EXPO_PUBLIC_"],
  ["react-scripts", "REACT_APP_"],
  ["@sveltejs/kit", "PUBLIC_"],
] as const;
const OTHERWISE = "VITE_";

interface PackageJson {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

function prefixOf(project: string): string {
  const path = join(project, "package.json");
  const manifest = existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as PackageJson) : {};
  const installed = { ...manifest.dependencies, ...manifest.devDependencies };
  return PREFIXES.find(([name]) => Object.hasOwn(installed, name))?.[1] ?? OTHERWISE;
}

/**
 * Writes the backend's addresses into the project's `.env.local`, for servers and pages: all of
 * them, or none if one has another value, because a page would call two backends. Returns the
 * lines to print.
 */
export function writeAddresses(project: string, urls: { url: string; siteUrl: string }): string[] {
  const path = join(project, ".env.local");
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  const known = parseEnv(text);
  const prefix = prefixOf(project);
  const wanted = Object.entries({
    CONVEX_URL: urls.url,
    [`${prefix}CONVEX_URL`]: urls.url,
    [`${prefix}CONVEX_SITE_URL`]: urls.siteUrl,
  });
  const other = wanted.find(([name, value]) => (known[name] ?? value) !== value)?.[0];
  if (other !== undefined)
    return [
      `Wrote nothing to .env.local, where ${other} is ${known[other]}. To use this backend, set there:`,
      ...wanted.map(([name, value]) => `  ${name}=${value}`),
    ];
  const missing = wanted.filter(([name]) => known[name] === undefined);
  if (missing.length === 0) return [];
  const before = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  const lines = missing.map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(path, `${before}${lines.join("")}`);
  return [`Wrote ${missing.map(([name]) => name).join(", ")} to .env.local.`];
}
