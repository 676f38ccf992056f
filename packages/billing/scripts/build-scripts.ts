import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";
import { filesUnder } from "./files";
import { OUT, PACKAGES, publishedPath } from "./places";
import { publishStyles } from "./publish-styles";

const SOURCES = join(PACKAGES, "billing/src");

/** From here on browsers know light-dark(), which is not to be compiled away. */
const CSS_TARGET = ["chrome123", "edge123", "firefox120", "safari17.5"];

/** The packages that are installed beside the package. */
const isPackage = (id: string) => /^[\w@]/.test(id);

/** Convex finds the component's functions by the files of its folder, so each stays a file. */
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
    // Whatever the mode of the process that builds: a published package holds no development code.
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
        // No line in each file that names its source.
        experimental: { attachDebugInfo: "none" },
        output: {
          preserveModules: true,
          preserveModulesRoot: PACKAGES,
          entryFileNames: ({ name }) => `${publishedPath(name)}.js`,
          // Frameworks that draw on servers find here where the browser's part begins.
          banner: ({ name }) => (/react\/(index|headless)$/.test(name) ? '"use client";' : ""),
          // The types have them. Convex and bundlers read scripts, and people the sources.
          comments: { jsdoc: false },
          // Names and statements stay as they are written.
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
        },
      },
    },
  });
  const styles = join(OUT, "styles.css");
  writeFileSync(styles, publishStyles(readFileSync(styles, "utf8")));
}
