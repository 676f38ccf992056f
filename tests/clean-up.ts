import { afterEach, vi } from "vitest";

// The files of a project share one process: a clock that one test stopped, a variable that it set or
// a global that it replaced would stay so for all later tests.
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
