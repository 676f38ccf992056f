import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SESSION_MS, rotate } from "../../../convex/accounts/rotation";
import type { StoredTokens } from "../../../convex/accounts/rotation";
import { casesOf } from "../../cases";

/** A server with one session; tokens are numbered in the order of their creation. */
class Server {
  stored: StoredTokens | null = { tokenHash: "0", expiresAt: SESSION_MS };
  #made = 0;

  /** The next token; null if the session has ended. */
  refresh(token: string, now = 0): string | null {
    this.#made += 1;
    const nextHash = String(this.#made);
    this.stored = this.stored && rotate(this.stored, { tokenHash: token, nextHash, now });
    return this.stored && nextHash;
  }
}

/** The fate of a response. At most nine in a row are lost. */
const answers = fc.array(
  fc.constantFrom("arrives" as const, "is lost" as const, "comes after the next" as const),
  { maxLength: 30 },
);

describe("the refresh tokens of a session", () => {
  it("keep the user signed in, whichever answers are lost or late", () => {
    fc.assert(
      fc.property(answers, (happened) => {
        const server = new Server();
        let [held, late, lost]: [string, string | null, number] = ["0", null, 0];
        for (const what of happened) {
          const answer = server.refresh(held);
          if (answer === null) throw new Error(`Signed out: ${JSON.stringify(server)}`);
          lost = what === "arrives" ? 0 : lost + 1;
          if (what === "arrives" || lost === 9) [held, late, lost] = [late ?? answer, null, 0];
          if (what === "comes after the next") late = answer;
        }
        expect(server.stored).not.toBeNull();
      }),
      { numRuns: casesOf(300) },
    );
  });

  it("end the session when a thief uses one whose successor was used", () => {
    fc.assert(
      fc.property(fc.nat(20), fc.nat(20), (before, after) => {
        const server = new Server();
        let held = "0";
        const renew = () => {
          held = server.refresh(held) ?? expect.unreachable();
        };
        for (let n = 0; n < before; n += 1) renew();
        const stolen = held;
        for (let n = 0; n < after + 2; n += 1) renew();
        expect(server.refresh(stolen)).toBeNull();
        expect(server.refresh(held)).toBeNull();
      }),
      { numRuns: casesOf(200) },
    );
  });

  it("end the session when a thief and its owner both exchange the same one", () => {
    const server = new Server();
    const [own, theirs] = [server.refresh("0") ?? "", server.refresh("0") ?? ""];
    const next = server.refresh(own) ?? "";
    expect(server.refresh(theirs)).toBeNull();
    expect(server.refresh(next)).toBeNull();
  });

  it.each([
    [9, true],
    [10, false],
  ])("store the answers of ten requests with one token: %i others, %s", (others, isGood) => {
    const server = new Server();
    const first = server.refresh("0") ?? "";
    for (let n = 0; n < others; n += 1) server.refresh("0");
    expect(server.refresh(first) !== null).toBe(isGood);
  });

  it.each([
    [SESSION_MS - 1, true],
    [SESSION_MS, false],
  ])("last 30 days: after %i ms, %s", (now, isGood) => {
    expect(new Server().refresh("0", now) !== null).toBe(isGood);
  });
});
