import { createRequire, register } from "node:module";
import { toReact18 } from "./redirect.mjs";

type Resolve = (...asked: unknown[]) => string;

/**
 * Gives every package of this process React 18, both those that import it and those that require
 * it.
 */
register("./redirect.mjs", import.meta.url);
const loader = createRequire(import.meta.url)("node:module") as { _resolveFilename: Resolve };
const resolve = loader._resolveFilename;
loader._resolveFilename = (...asked) => toReact18(resolve(...asked));
