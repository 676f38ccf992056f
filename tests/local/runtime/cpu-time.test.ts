import { afterEach, describe, expect, it, vi } from "vitest";
import { CpuTime } from "../../../packages/convex-local/src/runtime/cpu-time";

/** Keeps the thread busy until the clock has advanced by so many milliseconds. */
function work(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

afterEach(() => vi.restoreAllMocks());

describe("the time limit of a function", () => {
  it.each([
    { whose: "its own", cpuMs: 1_000_000, counted: true },
    { whose: "other processes'", cpuMs: 0, counted: false },
  ])("counts as $whose: $counted", ({ cpuMs, counted }) => {
    vi.spyOn(process, "cpuUsage").mockImplementation(() => ({ user: cpuMs * 1000, system: 0 }));
    const time = new CpuTime(1_000);
    time.begin();
    work(110);
    time.end();
    expect(time.spentMs >= 100).toBe(counted);
  });
});
