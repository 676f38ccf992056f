import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Rounds } from "../../../packages/convex-local/src/runtime/rounds";
import { casesOf } from "../../cases";

/** Work that runs until it is released. */
function held(begun: string[], name: string) {
  let finish = (): void => undefined;
  const done = new Promise<void>((resolve) => (finish = resolve));
  const work = () => {
    begun.push(name);
    return done;
  };
  return { work, finish };
}

/** Until all work that can start has started. */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 3; turns += 1) await new Promise((next) => setImmediate(next));
}

describe("rounds", () => {
  it("give each client one turn in each, and each client its own order", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 30 }),
        async (asked) => {
          const rounds = new Rounds();
          const begun: [client: string, n: number][] = [];
          const works = asked.map((client, n) =>
            rounds.take(client, () => {
              begun.push([client, n]);
            }),
          );
          await Promise.all(works);
          const left = new Map<string, number>();
          for (const client of asked) left.set(client, (left.get(client) ?? 0) + 1);
          // No client has a second turn while another waits for the first of the round.
          for (let from = 0; from < begun.length;) {
            const waiting = [...left].filter(([, count]) => count > 0).length;
            const round = begun.slice(from, from + waiting).map(([client]) => client);
            expect(new Set(round).size).toBe(waiting);
            for (const client of round) left.set(client, (left.get(client) ?? 0) - 1);
            from += waiting;
          }
          for (const client of new Set(asked)) {
            const own = begun.filter(([one]) => one === client).map(([, n]) => n);
            expect(own).toEqual(own.toSorted((a, b) => a - b));
          }
        },
      ),
      { numRuns: casesOf(200) },
    );
  });

  it("return what the work returns or throws, and continue after that", async () => {
    const rounds = new Rounds();
    const fail = rounds.take("a", () => {
      throw new Error("no");
    });
    await expect(fail).rejects.toThrow("no");
    await expect(rounds.take("a", () => Promise.reject(new Error("later")))).rejects.toThrow(
      "later",
    );
    expect(await rounds.take("a", () => 1)).toBe(1);
  });

  it("have a limit of places, and one per client", async () => {
    const rounds = new Rounds(3, 2);
    const begun: string[] = [];
    const works = ["a1", "a2", "a3", "b1", "b2"].map((name) => ({ name, ...held(begun, name) }));
    for (const { name, work } of works) void rounds.take(name.charAt(0), work);
    await settle();
    expect(begun).toEqual(["a1", "b1", "a2"]);
    works[3]?.finish();
    await settle();
    expect(begun).toEqual(["a1", "b1", "a2", "b2"]);
    works[0]?.finish();
    await settle();
    expect(begun).toEqual(["a1", "b1", "a2", "b2", "a3"]);
  });

  it("are drained when everything requested before is done", async () => {
    const rounds = new Rounds();
    const begun: string[] = [];
    const [first, second] = [held(begun, "a"), held(begun, "b")];
    void rounds.take("a", first.work);
    void rounds.take("b", second.work);
    let isDrained = false;
    const drained = rounds.drained().then(() => (isDrained = true));
    first.finish();
    await settle();
    expect([begun, isDrained]).toEqual([["a", "b"], false]);
    second.finish();
    await drained;
  });

  it("let the event loop run between pieces of long work", async () => {
    const rounds = new Rounds();
    const seen: string[] = [];
    const burn = () => {
      const until = performance.now() + 6;
      while (performance.now() < until);
      seen.push("work");
    };
    const works = [1, 2, 3, 4].map(() => rounds.take("a", burn));
    setImmediate(() => seen.push("event"));
    await Promise.all(works);
    expect(seen.indexOf("event")).toBeLessThan(3);
    expect(seen).toContain("event");
  });
});
