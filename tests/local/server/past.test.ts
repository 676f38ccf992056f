import { beforeEach, describe, expect, it, vi } from "vitest";
import { Past } from "../../../packages/convex-local/src/server/past";
import type { Snapshot } from "../../../packages/convex-local/src/store/state";

beforeEach(() => void vi.useFakeTimers());
const stateAt = (ts: bigint): Snapshot => ({ ts, trees: new Map(), indexes: new Map() });

describe("a past state", () => {
  it("ends 30 seconds after its last query, even without another query", () => {
    const past = new Past({ head: stateAt(7n) });
    const ts = past.keep();
    vi.advanceTimersByTime(20_000);
    expect(past.keep()).toBe(ts);
    vi.advanceTimersByTime(29_999);
    expect(past.at(ts)).toMatchObject({ ts: 7n });
    vi.advanceTimersByTime(1);
    expect(() => past.at(ts)).toThrow("too old");
  });

  it("gives way to newer ones above a thousand", () => {
    const database = { head: stateAt(0n) };
    const past = new Past(database);
    const all = Array.from({ length: 1_001 }, (_, n) => {
      database.head = stateAt(BigInt(n));
      return past.keep();
    });
    expect(() => past.at(all[0])).toThrow("too old");
    expect(past.at(all[1])).toMatchObject({ ts: 1n });
    expect(past.at(all.at(-1))).toMatchObject({ ts: 1_000n });
  });

  it.each([null, 5, "zz", "AAAA"])("with the timestamp %j is refused", (ts) => {
    expect(() => new Past({ head: stateAt(1n) }).at(ts)).toThrow("must be a timestamp");
  });
});
