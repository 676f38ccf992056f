import { createRequire, register } from "node:module";
import { toReact18 } from "./redirect.mjs";

type Resolve = (...asked: unknown[]) => string;

/** Every package of this process gets React 18: those that import it, and those that require it. */
register("./redirect.mjs", import.meta.url);
const loader = createRequire(import.meta.url)("node:module") as { _resolveFilename: Resolve };
const resolve = loader._resolveFilename;
loader._resolveFilename = (...asked) => toReact18(resolve(...asked));
