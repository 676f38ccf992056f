import { join, resolve } from "node:path";

/** Where this workspace and the one beside it are. */
export const PACKAGES = resolve(import.meta.dirname, "../..");
/** What npm publishes. */
export const OUT = join(PACKAGES, "billing/dist");

/** `billing/src/react/index` becomes `react/index`, `ui/src/button` becomes `ui/button`. */
export const publishedPath = (path: string) =>
  path.replace(/^billing\/src\//, "").replace(/^ui\/src\//, "ui/");
