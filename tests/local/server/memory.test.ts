import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { Admission, Overloaded } from "../../../packages/convex-local/src/server/admission";
import { readBody } from "../../../packages/convex-local/src/server/body";
import { Memory, Tally, type Held } from "../../../packages/convex-local/src/server/memory";
import { casesOf } from "../../cases";

const TOTAL = 100;
const OF_ONE = 40;
const ADDRESSES = ["a", "b", "c", "d"];

interface Kept {
  address: string;
  thing: Held;
  release: () => void;
}

/** Bytes of different things. */
const sumOf = (kept: Iterable<Kept>) =>
  [...new Set([...kept].map(({ thing }) => thing))].reduce((sum, { bytes }) => sum + bytes, 0);

describe("the memory of clients", () => {
  it("never exceeds its limits, and is taken only from those who use the most", () => {
    const shared = [1, 7, 20].map((bytes) => ({ bytes }));
    const anyStep = fc.record({
      address: fc.constantFrom(...ADDRESSES),
      thing: fc.oneof(
        fc.integer({ min: 0, max: 45 }).map((bytes) => ({ bytes })),
        fc.constantFrom(...shared),
      ),
      isConnection: fc.boolean(),
      released: fc.nat(),
    });
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 60 }), (steps) => {
        const memory = new Memory(TOTAL, OF_ONE);
        const kept = new Set<Kept>();
        const of = (address: string) => [...kept].filter((each) => each.address === address);
        for (const { address, thing, isConnection, released } of steps) {
          const one: Kept = { address, thing, release: () => undefined };
          const end = () => {
            const mostOfOthers = Math.max(...ADDRESSES.map((each) => sumOf(of(each))));
            expect(sumOf(of(address))).toBe(mostOfOthers);
            kept.delete(one);
            one.release();
          };
          try {
            one.release = memory.hold(address, thing, isConnection ? end : undefined);
            kept.add(one);
          } catch (error) {
            expect(error).toBeInstanceOf(Overloaded);
          }
          expect(sumOf(kept)).toBeLessThanOrEqual(TOTAL);
          expect(sumOf(of(address))).toBeLessThanOrEqual(OF_ONE);
          const ended = released % 3 === 0 ? [...kept][released % Math.max(1, kept.size)] : null;
          if (ended) {
            kept.delete(ended);
            ended.release();
            ended.release();
          }
        }
        for (const each of kept) each.release();
        for (const address of ADDRESSES.slice(0, 2)) memory.hold(address, { bytes: OF_ONE });
      }),
      { numRuns: casesOf(200) },
    );
  });

  it("is refused to an address above its own limit, to the byte", () => {
    const memory = new Memory(TOTAL, OF_ONE);
    const release = memory.hold("a", { bytes: OF_ONE });
    expect(() => memory.hold("a", { bytes: 1 })).toThrow("use too much memory");
    memory.hold("b", { bytes: OF_ONE });
    release();
    memory.hold("a", { bytes: OF_ONE });
  });

  it("ends the newest connections of the largest address first, as many as are needed", () => {
    const memory = new Memory(TOTAL, OF_ONE);
    const ended: string[] = [];
    const connect = (address: string, name: string, bytes: number) => {
      const release = memory.hold(address, { bytes }, () => {
        ended.push(name);
        release();
      });
    };
    for (const name of ["a1", "a2", "a3"]) connect("a", name, 13);
    for (const name of ["b1", "b2"]) connect("b", name, 15);
    connect("c", "c1", 29);
    connect("d", "d1", 20);
    expect(ended).toEqual(["a3", "b2"]);
  });

  it("of a growing thing is given back in parts", () => {
    const memory = new Memory(TOTAL, OF_ONE);
    const tally = new Tally((thing) => memory.hold("a", thing));
    tally.add(30);
    tally.take(20);
    memory.hold("a", { bytes: 30 });
    expect(() => tally.add(1)).toThrow(Overloaded);
    tally.take(100);
    memory.hold("a", { bytes: 10 });
  });
  it("holds nothing after a refusal, whatever is taken from it", () => {
    const numbers = fc.array(fc.integer({ min: 1, max: 2 * OF_ONE }), { minLength: 1 });
    fc.assert(
      fc.property(numbers, numbers, (parts, taken) => {
        const memory = new Memory(TOTAL, OF_ONE);
        const tally = new Tally((thing) => memory.hold("a", thing));
        const refused = [...parts, OF_ONE].findIndex((bytes) => {
          try {
            tally.add(bytes);
            return false;
          } catch {
            return true;
          }
        });
        expect(refused).not.toBe(-1);
        const others = memory.hold("a", { bytes: OF_ONE });
        for (const bytes of taken) tally.take(bytes);
        others();
        memory.hold("a", { bytes: OF_ONE });
      }),
      { numRuns: casesOf(200) },
    );
  });
});

describe("the body of a request", () => {
  const streamed = (chunks: number, onPull = () => {}) => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull: (own) => {
          onPull();
          if ((sent += 1) > chunks) own.close();
          else own.enqueue(new Uint8Array(10));
        },
      },
      { highWaterMark: 0 },
    );
    return new Request("http://x", { method: "POST", body, duplex: "half" } as RequestInit);
  };

  it("is counted while it is read, and no longer", async () => {
    const memory = new Memory(TOTAL, OF_ONE);
    const hold = (thing: Held) => memory.hold("a", thing);
    for (let n = 0; n < 3; n += 1)
      expect(await readBody(streamed(4), 1_000, hold)).toHaveLength(40);
    await expect(readBody(streamed(5), 1_000, hold)).rejects.toThrow(Overloaded);
    memory.hold("a", { bytes: OF_ONE });
  });

  it("ends when smaller addresses need the memory", async () => {
    const memory = new Memory(TOTAL, OF_ONE);
    for (const address of ["b", "c"]) memory.hold(address, { bytes: 30 });
    let more = () => {};
    const waiting = new Promise<void>((resolve) => (more = resolve));
    const body = new ReadableStream<Uint8Array>({
      start: (own) => own.enqueue(new Uint8Array(39)),
      pull: () => waiting,
    });
    const request = new Request("http://x", {
      method: "POST",
      body,
      duplex: "half",
    } as RequestInit);
    const hold = vi.fn((...held: [Held]) => memory.hold("a", ...held));
    const reading = readBody(request, 1_000, hold);
    const refused = expect(reading).rejects.toThrow(Overloaded);
    await vi.waitFor(() => expect(hold).toHaveBeenCalled());
    memory.hold("d", { bytes: 10 });
    await refused;
    more();
  });

  it("is not read before its call is admitted", async () => {
    const admission = new Admission();
    let leave = () => {};
    const held = new Promise<void>((resolve) => (leave = resolve));
    const calls = Array.from({ length: 1_000 }, () => admission.admit("a", () => held));
    const pulled = vi.fn();
    const work = () => readBody(streamed(1, pulled), 1_000);
    await expect(admission.admit("a", work)).rejects.toThrow(Overloaded);
    expect(pulled).not.toHaveBeenCalled();
    leave();
    await Promise.all(calls);
  });
});
