import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";
import { filesUnder } from "./files";
import { OUT, PACKAGES, publishedPath } from "./places";
import { publishStyles } from "./publish-styles";

const SOURCES = join(PACKAGES, "billing/src");

/** Browsers from these versions on support light-dark(), so it is not compiled away. */
const CSS_TARGET = ["chrome123", "edge123", "firefox120", "safari17.5"];

/** The packages that are installed with the package. */
const isPackage = (id: string) => /^[\w@]/.test(id);

/** Convex finds the component's functions by the files in its folder, so each stays a file. */
function entries(): string[] {
  const component = filesUnder(join(SOURCES, "component"), /\.ts$/);
  const others = [
    "client/index",
    "contract/index",
    "direct/index",
    "react/index",
    "react/headless",
  ];
  return [...component.map((file) => `component/${file}`), ...others.map((entry) => `${entry}.ts`)];
}

/**
 * One file per module, so that a host's bundler includes only the used ones; styles
 * in one file.
 */
export async function buildScripts(): Promise<void> {
  await build({
    root: join(PACKAGES, "billing"),
    configFile: false,
    logLevel: "warn",
    // Whatever the mode of the building process, because a published package contains no
    // development code.
    oxc: { jsx: { runtime: "automatic", development: false } },
    build: {
      outDir: OUT,
      emptyOutDir: false,
      target: "es2022",
      cssTarget: CSS_TARGET,
      minify: false,
      lib: {
        entry: entries().map((path) => join(SOURCES, path)),
        formats: ["es"],
        cssFileName: "styles",
      },
      rolldownOptions: {
        external: isPackage,
        // Prevents a line in each file that names its source.
        experimental: { attachDebugInfo: "none" },
        output: {
          preserveModules: true,
          preserveModulesRoot: PACKAGES,
          entryFileNames: ({ name }) => `${publishedPath(name)}.js`,
          // Frameworks that render on servers need this mark of browser code.
          banner: ({ name }) => (/react\/(index|headless)$/.test(name) ? '"use client";' : ""),
          // The types contain the comments. Convex and bundlers read the scripts, and people the
          // sources.
          comments: { jsdoc: false },
          // Names and statements stay as written.
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
        },
      },
    },
  });
  const styles = join(OUT, "styles.css");
  writeFileSync(styles, publishStyles(readFileSync(styles, "utf8")));
}
