import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toIdentity } from "../../../convex-local/src/server/identity";
import { casesOf } from "../../../../tests/cases";
import { readClaims } from "../../src/contract/claims";

const ISSUER = "https://accounts.test";
const OPEN_ID = { domain: ISSUER, applicationID: "convex" };
const CUSTOM = { type: "customJwt", issuer: ISSUER, jwks: "", algorithm: "ES256" } as const;

const TEXTS = ["name", "nickname", "preferred_username", "email", "sid"];
const claim = fc.oneof(fc.string(), fc.boolean(), fc.integer(), fc.constant(null));
const payloads = fc.record(
  {
    ...Object.fromEntries(TEXTS.map((name) => [name, claim])),
    ...{ email_verified: claim, picture: fc.webUrl(), org: fc.record({ name: claim }) },
  },
  { requiredKeys: [] },
);

describe("readClaims", () => {
  it("reads the same from both kinds of provider, and only values of the right type", () => {
    fc.assert(
      fc.property(payloads, fc.string({ minLength: 1 }), (claims, sub) => {
        const token: Record<string, unknown> = { ...claims, iss: ISSUER, sub };
        const read = readClaims(toIdentity(token, CUSTOM));
        expect(read).toEqual(readClaims(toIdentity(token, OPEN_ID)));
        const text = (name: string) => (typeof token[name] === "string" ? token[name] : undefined);
        const verified = token["email_verified"];
        expect(read).toEqual({
          ...{ subject: sub, issuer: ISSUER, tokenIdentifier: `${ISSUER}|${sub}` },
          ...{ name: text("name"), nickname: text("nickname") },
          ...{ preferredUsername: text("preferred_username"), email: text("email") },
          ...{ emailVerified: typeof verified === "boolean" ? verified : undefined },
          sid: text("sid"),
        });
      }),
      { numRuns: casesOf(200) },
    );
  });
});
