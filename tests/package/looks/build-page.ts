import { readFileSync } from "node:fs";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { build } from "vite";
import { publishStyles } from "../../../packages/billing/scripts/publish-styles";

const ROOT = join(import.meta.dirname, "../../..");
/** As in the package's build: light-dark() stays. */
const CSS_TARGET = ["chrome123", "edge123", "firefox120", "safari17.5"];

/** A page with billing's views, without any styles of a host. */
export interface BuiltPage {
  script: string;
  /** As npm publishes them. */
  published: string;
  /** As on the site: with the layers of the sources, and its own rules. */
  ofTheSite: string;
}

/** Builds the page of this folder from the sources, for development: React reports its errors. */
export async function buildPage(): Promise<BuiltPage> {
  const built = await build({
    root: ROOT,
    configFile: false,
    mode: "development",
    logLevel: "error",
    plugins: [react()],
    define: { "process.env.NODE_ENV": '"development"' },
    build: {
      write: false,
      minify: false,
      target: "es2022",
      cssTarget: CSS_TARGET,
      lib: { entry: join(import.meta.dirname, "page.tsx"), formats: ["iife"], name: "page" },
    },
  });
  const [output] = [built].flat();
  if (!output || !("output" in output)) throw new Error("Vite made no files");
  const files = output.output;
  const script = files.find((file) => file.type === "chunk")?.code ?? "";
  const style = files.find((file) => file.fileName.endsWith(".css"));
  if (style?.type !== "asset") throw new Error("Vite made no styles");
  const layered = String(style.source);
  const own = ["packages/ui/src/base.css", "src/app/tokens.css"].map((path) =>
    readFileSync(join(ROOT, path), "utf8").replace(/^@import.*$/m, ""),
  );
  return {
    script,
    published: publishStyles(layered),
    ofTheSite: own.join("\n") + layered,
  };
}
