import fc from "fast-check";
import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import { Session } from "../../src/identity/session";
import type { Tokens } from "../../src/identity/session";
import { casesOf } from "../cases";
import { browser, deferred, turns } from "./browser-tabs";

const PEOPLE = ["ada", "grace"] as const;
type Person = (typeof PEOPLE)[number];
const fresh = { forceRefreshToken: true };
const cached = { forceRefreshToken: false };

const familyOf = (token: string | null) => token?.split(".")[0] ?? "";

/** A server that responds on request, and two tabs that receive events on request. */
class World {
  readonly #shared = browser();
  /** Whose sessions are open, by the constant half of their tokens. */
  readonly #open = new Map<string, Person>();
  readonly #waiting: { answer: () => void; lose: () => void }[] = [];
  readonly #unheard: number[] = [];
  #families = 0;
  readonly tabs = [0, 1].map((n) => this.#tab(n));

  /** The user of the stored token; null: none. */
  get owner(): Person | null {
    return this.#open.get(familyOf(this.#shared.world.stored)) ?? null;
  }

  signIn(tab: number, person: Person) {
    this.#families += 1;
    const family = `${person}${this.#families}`;
    this.#open.set(family, person);
    this.tabs[tab]?.adopt(this.#shared.tokens(person, family));
  }

  /** Responds to the oldest request, or loses its response. */
  answer(way: "answer" | "lose" = "answer"): boolean {
    const next = this.#waiting.shift();
    next?.[way]();
    return next !== undefined;
  }

  /** Delivers a storage event to a tab. */
  hear(): boolean {
    const tab = this.#unheard.shift();
    if (tab !== undefined) void this.tabs[tab]?.follow();
    return tab !== undefined;
  }

  /** Delivers everything that is pending. */
  async end() {
    do await turns();
    while (this.answer() || this.hear());
  }

  #tab(n: number): Session {
    const { ports, world, tokens } = this.#shared;
    const write = (written: Tokens | null) => {
      world.tokens = written;
      this.#unheard.push(1 - n);
    };
    const refresh = async (token: string) => {
      const { promise, resolve, reject } = deferred<Tokens | null>();
      const person = this.#open.get(familyOf(token));
      this.#waiting.push({
        answer: () => resolve(person === undefined ? null : tokens(person, familyOf(token))),
        lose: () => reject(new TypeError("Failed to fetch")),
      });
      return await promise;
    };
    const end = async (token: string) => {
      this.#open.delete(familyOf(token));
      await Promise.resolve();
    };
    return new Session({ ...ports, store: { ...ports.store, write }, refresh, end });
  }
}

const tab = fc.nat(1);
const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant("signIn" as const),
      tab,
      person: fc.constantFrom(...PEOPLE),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("signOut" as const), tab }) },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constantFrom("refresh" as const, "use" as const), tab }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constantFrom("answer" as const, "lose" as const, "hear" as const),
    }),
  },
);

describe("two tabs, with any order of events,", () => {
  it("show in the end the last user who signed in, or none, and have that user's token", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const world = new World();
        let last: Person | null = null;
        for (const one of steps) {
          if (one.does === "signIn") {
            last = one.person;
            world.signIn(one.tab, one.person);
          } else if (one.does === "signOut") {
            last = null;
            void world.tabs[one.tab]?.signOut();
          } else if (one.does === "hear") world.hear();
          else if (!("tab" in one)) world.answer(one.does);
          else void world.tabs[one.tab]?.fetchAccessToken(one.does === "refresh" ? fresh : cached);
          await turns();
        }
        await world.end();
        expect(world.owner).toBe(last);
        const subject = last === null ? undefined : `acct_${last}`;
        for (const session of world.tabs) {
          expect(session.identity()).toMatchObject(
            last === null ? { status: "signedOut" } : { status: "signedIn", subject },
          );
          const fetched = session.fetchAccessToken(cached);
          await world.end();
          const token = await fetched;
          expect(token === null ? undefined : decodeJwt(token).sub).toBe(subject);
        }
      }),
      { numRuns: casesOf(200) },
    );
  });
});
