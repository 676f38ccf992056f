import { build } from "esbuild";
import type { Plugin } from "esbuild";

/** Modules that React Native does not support. */
const OF_A_PAGE = /^(react-dom|@radix-ui\/)|\.css$|\/ui\/src\//;

const refuseThePage: Plugin = {
  name: "refuse-the-page",
  setup: (bundling) => {
    bundling.onResolve({ filter: OF_A_PAGE }, ({ path, importer }) => ({
      errors: [{ text: `${importer} imports ${path}` }],
    }));
  },
};

/**
 * Bundles as React Native resolves modules: its own conditions and fields, no DOM.
 *
 * Rejects with the modules that import styles or components.
 */
export const bundleForNative = (entry: string, conditions: string[]) =>
  build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    logLevel: "silent",
    platform: "neutral",
    conditions,
    mainFields: ["react-native", "browser", "module", "main"],
    external: ["react", "react/jsx-runtime"],
    jsx: "automatic",
    plugins: [refuseThePage],
  });
