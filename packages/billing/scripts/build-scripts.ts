import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";
import { filesUnder } from "./files";
import { OUT, PACKAGES, publishedPath } from "./places";

const SOURCES = join(PACKAGES, "billing/src");

/** From here on browsers know light-dark(), which is not to be compiled away. */
const CSS_TARGET = ["chrome123", "edge123", "firefox120", "safari17.5"];

/** Hosts that build for older browsers would compile it away as well; what asks for it, they leave. */
const KEEP_LIGHT_DARK = "@supports (color: light-dark(#000, #fff))";

/** What is installed beside the package. */
const isPackage = (id: string) => /^[\w@]/.test(id);

/** Convex finds the component's functions by the files of its folder, so each stays a file. */
function entries(): string[] {
  const component = filesUnder(join(SOURCES, "component"), /\.ts$/);
  const others = ["client", "contract", "direct", "react"].map((entry) => `${entry}/index.ts`);
  return [...component.map((file) => `component/${file}`), ...others];
}

/** A file a module, so that a host's bundler takes only what the host uses; styles in one file. */
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
          banner: ({ name }) => (name.endsWith("react/index") ? '"use client";' : ""),
          // The types have them. Convex and bundlers read scripts, and people the sources.
          comments: { jsdoc: false },
        },
      },
    },
  });
  const styles = join(OUT, "styles.css");
  // As in the declarations: a ninth of it is indentation.
  const written = readFileSync(styles, "utf8").replace(/^ +/gm, "");
  writeFileSync(styles, `${KEEP_LIGHT_DARK} {\n${written}}\n`);
}
