import fc from "fast-check";
import { afterEach, vi } from "vitest";

// convex-test throws an error for each member of a union that a value does not match. With the
// hundred frames that vitest asks for, these errors are a fifth of all time.
Error.stackTraceLimit = 4;

/** What every run tries, so that one commit has one result. */
const USUAL_SEED = 20_260_101;

// `SEED=… npm run test:unit` tries other values: a failure prints the seed that replays it.
fc.configureGlobal({ seed: Number(process.env.SEED ?? USUAL_SEED) });

// The files of a project share one world: a clock that one of them stopped would stop for all.
afterEach(() => void vi.useRealTimers());
