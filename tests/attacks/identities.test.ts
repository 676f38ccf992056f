import { createHmac } from "node:crypto";
import { SignJWT, decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { Attacker, PASSWORD, newMember, refusalOf, site, type Answer } from "./attacker";

let victim: Awaited<ReturnType<typeof newMember>>;
let thief: Awaited<ReturnType<typeof newMember>>;
beforeAll(async () => {
  victim = await newMember("victim");
  thief = await newMember("thief");
});

const idOf = async (member: Attacker) => {
  const { value } = await member.action("billing:createCustomer");
  return (value as { data: { id: string } }).data.id;
};

/** Every operation of billing that a browser may call, with valid arguments. */
const OPERATIONS: readonly [operation: string, args: Record<string, string | string[]>][] = [
  ["createCustomer", {}],
  ["checkout", { productId: "creator" }],
  ["attach", { productId: "creator" }],
  ["check", { featureId: "uploads" }],
  ["track", { featureId: "uploads" }],
  ["setupPayment", {}],
  ["cancel", { productId: "creator" }],
  ["query", { featureId: "uploads" }],
  ["billingPortal", {}],
  ["createReferralCode", { programId: "friends" }],
  ["redeemReferralCode", { code: "AAAAAA" }],
  ["createEntity", { id: "seat", featureId: "seats" }],
  ["getEntity", { entityId: "seat" }],
  ["deleteEntity", { entityId: "seat" }],
];

describe("a caller without a token", () => {
  it.each(OPERATIONS)("gets nothing from %s", async (operation, args) => {
    const { value, code } = await new Attacker().action(`billing:${operation}`, args);
    expect(value).toMatchObject({ data: null });
    expect(code).toMatch(/^(CUSTOMER_ID_REQUIRED|unauthenticated|forbidden)$/);
  });

  it.each([
    "community/uploads/publishing:deleteExpired",
    "billing/public:deleteCustomer",
    "billing/lifecycle/testClock:advance",
    "billing/http/keys:createKey",
    "accounts/model:create",
    "billing:install",
    "_system/cli/tables",
  ])("finds no function %s", async (path) => {
    for (const kind of ["query", "mutation", "action"] as const) {
      const { refusal } = await new Attacker().call(kind, path);
      expect(refusal).toMatch(/Could not find public function/);
    }
  });
});

const claims = () => decodeJwt(victim.token ?? "");
const header = () => decodeProtectedHeader(victim.token ?? "");
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

async function signedElsewhere(change: object = {}): Promise<string> {
  const { privateKey } = await generateKeyPair("ES256");
  return await new SignJWT({ ...claims(), ...change })
    .setProtectedHeader({ alg: "ES256", ...header() })
    .sign(privateKey);
}

const FORGERIES: readonly [what: string, make: () => Promise<string> | string][] = [
  ["no signature", () => `${encode({ ...header(), alg: "none" })}.${encode(claims())}.`],
  [
    "a well-known secret",
    () => {
      const text = `${encode({ ...header(), alg: "HS256" })}.${encode(claims())}`;
      return `${text}.${createHmac("sha256", "public").update(text).digest("base64url")}`;
    },
  ],
  ["the forger's own key", () => signedElsewhere()],
  [
    "the forger's own key inside it",
    async () => {
      const { privateKey, publicKey } = await generateKeyPair("ES256");
      return await new SignJWT(claims())
        .setProtectedHeader({ alg: "ES256", jwk: await exportJWK(publicKey) })
        .sign(privateKey);
    },
  ],
  ["another issuer", () => signedElsewhere({ iss: "https://evil.example" })],
  ["another audience", () => signedElsewhere({ aud: "another" })],
  [
    "another customer's name in it",
    () => {
      const [head, , signature] = (thief.token ?? "").split(".");
      return [head, encode({ ...decodeJwt(thief.token ?? ""), sub: claims().sub }), signature].join(
        ".",
      );
    },
  ],
  [
    "one bit changed",
    () => {
      const [head = "", body = "", signature = ""] = (victim.token ?? "").split(".");
      const bytes = Buffer.from(signature, "base64url");
      bytes[9] = (bytes[9] ?? 0) ^ 1;
      return [head, body, bytes.toString("base64url")].join(".");
    },
  ],
  ["no dots", () => "token"],
  ["a deep header", () => `${Buffer.from("[".repeat(5000)).toString("base64url")}.e30.x`],
];

describe("a token", () => {
  it.each(FORGERIES)("with %s is refused", async (_, make) => {
    const forger = new Attacker(await make());
    const answer = await forger.action("billing:createCustomer");
    expect([answer.status, answer.value]).toEqual([401, undefined]);
  });

  it("with an invalid signature is refused by HTTP routes too", async () => {
    const response = await fetch(`${site.routesUrl}/api/autumn/customers`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${await signedElsewhere()}`,
        "Content-Type": "application/json",
      },
      body: "{}",
    });
    expect(response.status).toBe(401);
  });
});

describe("a customer", () => {
  it("gets the id of the token, whatever the request says", async () => {
    const own = await idOf(thief);
    const customer_data = { id: await idOf(victim), name: "victim", email: "v@example.org" };
    const { value } = await thief.action("billing:createCustomer", { customer_data });
    expect(value).toMatchObject({ data: { id: own, name: thief.username, email: null } });
  });

  it("cannot cancel another customer's plan", async () => {
    const { code } = await thief.action("billing:cancel", { productId: "pro" });
    expect(code).toBe("customer_product_not_found");
  });

  it("repeats another customer's request id without an effect", async () => {
    const args = {
      productId: "welcome_credits",
      clientRequestId: "11111111-1111-4111-8111-111111111111",
    };
    const first = await victim.action("billing:attach", args);
    const other = await thief.action("billing:attach", args);
    expect(first.value).not.toEqual(other.value);
    expect(other.text).not.toContain(await idOf(victim));
  });

  it("cannot repeat a request id with other arguments", async () => {
    const clientRequestId = "22222222-2222-4222-8222-222222222222";
    await thief.action("billing:checkout", { productId: "creator", clientRequestId });
    const { code } = await thief.action("billing:checkout", { productId: "pro", clientRequestId });
    expect(code).toBe("duplicate_idempotency_key");
  });

  it("sends twice at once and buys once", async () => {
    const buyer = await newMember("twice");
    const args = {
      productId: "welcome_credits",
      clientRequestId: "33333333-3333-4333-8333-333333333333",
    };
    const answers = await Promise.all([1, 2, 3, 4].map(() => buyer.action("billing:attach", args)));
    const values = answers.map(({ text }) => text);
    expect(new Set(values).size).toBe(1);
    const { value } = await buyer.action("billing:createCustomer");
    const { data } = value as { data: { products: { id: string }[] } };
    expect(data.products.filter(({ id }) => id === "welcome_credits")).toHaveLength(1);
  });
});

describe("a guesser", () => {
  const enter = (username: string, password: string): Promise<Answer> =>
    new Attacker().action("accounts/credentials:signIn", { username, password });

  it("gets the same answer for a wrong password and for an unknown name", async () => {
    const known = await enter(victim.username, "Wrong!password1");
    const free = await enter("no-such-name", "Wrong!password1");
    expect(known.value).toEqual(free.value);
    expect(refusalOf(known)).toBe("invalid_credentials");
  });

  it.each(["", "ab", "x".repeat(21), "adа", "a\u200bda", "a b", "<script>", "../x"])(
    "cannot register as %j",
    async (username) => {
      const answer = await new Attacker().action("accounts/credentials:signUp", {
        username,
        password: PASSWORD,
      });
      expect(refusalOf(answer)).toBe("invalid_username");
    },
  );
});

describe("a referral", () => {
  const codeOf = async (person: Attacker) => {
    const { value } = await person.action("billing:createReferralCode", {
      programId: "invite-artist",
    });
    return (value as { data: { code: string } }).data.code;
  };

  it("has a code that cannot be guessed", async () => {
    expect(await codeOf(victim)).toMatch(/^[A-Z0-9]{10,}$/);
  });

  it("works one way: an invited member cannot invite their inviter", async () => {
    const [one, two] = [await newMember("circle"), await newMember("circle")];
    const first = await two.action("billing:redeemReferralCode", { code: await codeOf(one) });
    expect(refusalOf(first)).toBeNull();
    const back = await one.action("billing:redeemReferralCode", { code: await codeOf(two) });
    expect(refusalOf(back)).not.toBeNull();
  });
});
