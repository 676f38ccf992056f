import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { endOnSignals } from "../../scripts/stop";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const exit = vi.fn<(code?: number) => void>();
let before: Map<string, readonly unknown[]>;

beforeEach(() => {
  vi.useFakeTimers();
  exit.mockReset();
  // It never ends this process.
  vi.spyOn(process, "exit").mockImplementation(exit as never);
  before = new Map(SIGNALS.map((signal) => [signal, process.listeners(signal)]));
});
afterEach(() => {
  for (const signal of SIGNALS)
    for (const listener of process.listeners(signal))
      if (!before.get(signal)?.includes(listener)) process.off(signal, listener);
});

const settle = () => vi.advanceTimersByTimeAsync(0);

describe("endOnSignals", () => {
  it.each(SIGNALS)("closes everything on %s, the newest first, and then ends", async (signal) => {
    const running = endOnSignals(0);
    const closed: string[] = [];
    for (const name of ["backend", "site"])
      running.add(() => {
        closed.push(name);
        return Promise.resolve();
      });
    expect(running.ending()).toBe(false);
    process.emit(signal);
    expect(running.ending()).toBe(true);
    await settle();
    expect(closed).toEqual(["site", "backend"]);
    expect(exit.mock.calls).toEqual([[0]]);
  });

  it("ends with the exit code of the signal, or with a given one", async () => {
    endOnSignals(1);
    process.emit("SIGINT");
    await settle();
    const running = endOnSignals(0);
    running.end(1);
    await settle();
    expect(exit.mock.calls).toEqual([[1], [1]]);
  });

  it("closes each once, however often it is called", async () => {
    const running = endOnSignals(0);
    const close = vi.fn(() => Promise.resolve());
    running.add(close);
    process.emit("SIGINT");
    process.emit("SIGINT");
    running.end(1);
    await settle();
    expect(close).toHaveBeenCalledOnce();
    expect(exit.mock.calls).toEqual([[0]]);
  });

  it("ends although one cannot be closed", async () => {
    const running = endOnSignals(0);
    running.add(() => Promise.reject(new Error("stuck")));
    running.end(0);
    await settle();
    expect(exit.mock.calls).toEqual([[0]]);
  });

  it("waits three seconds for one that does not close", async () => {
    const running = endOnSignals(0);
    running.add(() => new Promise(() => undefined));
    running.end(1);
    await vi.advanceTimersByTimeAsync(2_999);
    expect(exit).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(exit.mock.calls).toEqual([[1]]);
  });
});
