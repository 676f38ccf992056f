import { join, resolve } from "node:path";

/** The folders of this workspace and of the one beside it. */
export const PACKAGES = resolve(import.meta.dirname, "../..");
/** The output that npm publishes. */
export const OUT = join(PACKAGES, "billing/dist");

/** `billing/src/react/index` becomes `react/index`, `ui/src/button` becomes `ui/button`. */
export const publishedPath = (path: string) =>
  path.replace(/^billing\/src\//, "").replace(/^ui\/src\//, "ui/");
