import { afterEach, describe, expect, it, vi } from "vitest";
import { CpuTime } from "../../../local/runtime/cpu-time";

/** Keeps the thread at work until the clock has moved on by so many milliseconds. */
function work(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

afterEach(() => vi.restoreAllMocks());

describe("the time of a function", () => {
  it.each([
    { whose: "its own", cpuMs: 20, counted: true },
    { whose: "that other processes had the processor", cpuMs: 0, counted: false },
  ])("counts $counted for $whose", ({ cpuMs, counted }) => {
    let user = 0;
    vi.spyOn(process, "cpuUsage").mockImplementation(() => ({ user, system: 0 }));
    const time = new CpuTime();
    time.begin();
    work(5);
    user += cpuMs * 1000;
    time.end();
    expect(time.spentMs > 0).toBe(counted);
  });
});
