import fc from "fast-check";
import { afterEach, vi } from "vitest";

// convex-test throws an error for each member of a union that a value does not match. With the
// hundred frames that vitest requests, these errors take a fifth of the time.
Error.stackTraceLimit = 4;

/** The seed of every run, so that one commit has one result. */
const USUAL_SEED = 20_260_101;

// `SEED=… npm run test:unit` tries other values: a failure prints the seed that replays it.
fc.configureGlobal({ seed: Number(process.env.SEED ?? USUAL_SEED) });

// The files of a project share one process: a clock that one of them stopped would stop for all.
afterEach(() => void vi.useRealTimers());
