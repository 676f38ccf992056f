import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { heard, newMember, refusalOf, site, type Attacker } from "./attacker";

const KEY = readFileSync(join(site.dataDir, "api-key"), "utf8").trim();
const JSON_BODY = { "Content-Type": "application/json" };
const ROUTES = new URL(site.routesUrl);

let member: Attacker;
let other: Attacker;
beforeAll(async () => {
  [member, other] = await Promise.all([newMember("buyer"), newMember("guest")]);
  for (const id of ["attack-a", "attack-b"]) await v1("POST", "/customers", JSON.stringify({ id }));
});

/**
 * One request with the server's own key, on a separate connection, because a body may be left
 * unread.
 */
async function v1(method: string, path: string, body = "") {
  const headers = { Authorization: `Bearer ${KEY}`, ...JSON_BODY };
  const asked = request(`${site.routesUrl}/billing/v1${path}`, { method, headers, agent: false });
  const answered = once(asked, "response");
  asked.end(body);
  const [message] = (await answered) as [IncomingMessage];
  const { statusCode: status = 0 } = message;
  const text = await heard(new Response(await readText(message), { status }));
  const { code = null } = JSON.parse(text) as { code?: string | null };
  return { status, code, text };
}

const usageOf = async (customer: string) => {
  const { text } = await v1("GET", `/customers/${customer}`);
  const { features } = JSON.parse(text) as { features: Record<string, { usage: number }> };
  return features["uploads"]?.usage;
};

describe("an amount in a server's report", () => {
  const track = (value: string) =>
    v1("POST", "/track", `{"customer_id":"attack-a","feature_id":"uploads","value":${value}}`);

  it.each([
    "1e308",
    "-1e308",
    "1e400",
    "9007199254740993",
    "NaN",
    "Infinity",
    '"5"',
    "null",
    "[1]",
  ])("of %s is refused, and the balance is unchanged", async (value) => {
    const before = await usageOf("attack-a");
    expect(await track(value)).toMatchObject({ status: 400, code: "invalid_inputs" });
    expect(await usageOf("attack-a")).toBe(before);
  });

  it("in tenths adds up in whole millionths", async () => {
    for (const value of ["0.1", "0.2"]) expect((await track(value)).status).toBe(200);
    expect(await usageOf("attack-a")).toBe(0.3);
    expect((await track("-0.3")).status).toBe(200);
    expect(await usageOf("attack-a")).toBe(0);
  });
});

describe("event properties", () => {
  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
  const keys = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 1])));

  it.each<[what: string, properties: string, status: number]>([
    ["1 MB", JSON.stringify({ a: "x".repeat(1_000_000) }), 413],
    ["17 levels", nested(17), 400],
    ["1,000 levels", nested(1_000), 400],
    ["1,025 keys", keys(1_025), 400],
    ["a key with a dollar", '{"$set":1}', 400],
    ["a reserved key", '{"_id":1}', 400],
    ["half of a surrogate pair", '{"a":"\\ud800"}', 400],
    ["a list", '{"a":[1]}', 400],
  ])("are refused with %s", async (_, properties, status) => {
    const body = `{"customer_id":"attack-b","feature_id":"uploads","properties":${properties}}`;
    expect(await v1("POST", "/track", body)).toMatchObject({ status });
    expect(await usageOf("attack-b")).toBe(0);
  });

  it.each<[what: string, metadata: string, status: number]>([
    ["1 MB", JSON.stringify({ a: "x".repeat(1_000_000) }), 413],
    ["1,025 keys", keys(1_025), 400],
    ["a key with a dollar", '{"$where":1}', 400],
  ])("are refused for a customer as well: %s", async (_, metadata, status) => {
    const answer = await v1("POST", "/customers/attack-b", `{"metadata":${metadata}}`);
    expect(answer).toMatchObject({ status });
  });
});

describe("another customer's object", () => {
  it("is answered like a missing one: an entity", async () => {
    const seat = JSON.stringify({ id: "a-seat", feature_id: "seats", name: "A seat" });
    expect((await v1("POST", "/customers/attack-b/entities", seat)).status).toBe(200);
    const [theirs, missing] = await Promise.all(
      ["a-seat", "no-seat"].map((id) => v1("GET", `/customers/attack-a/entities/${id}`)),
    );
    expect(theirs).toMatchObject({ status: 404, code: "entity_not_found" });
    expect(theirs?.text.replace("a-seat", "no-seat")).toBe(missing?.text);
    const gone = await v1("DELETE", "/customers/attack-a/entities/a-seat");
    expect(gone).toMatchObject({ status: 404, code: "entity_not_found" });
    expect((await v1("GET", "/customers/attack-b/entities/a-seat")).status).toBe(200);
  });

  it("cannot be bought for by a page that names it: an entity", async () => {
    const [theirs, missing] = await Promise.all(
      ["a-seat", "no-seat"].map((entityId) =>
        member.action("billing:attach", { productId: "creator", entityId }),
      ),
    );
    expect(theirs?.code).not.toBeNull();
    expect(theirs?.text.replaceAll("a-seat", "no-seat")).toBe(missing?.text);
  });

  it.each(["AAAAAA", "ZZZZZZZZZZ", "0", "a-b"])(
    "is answered like a missing one: the referral code %s",
    async (code) => {
      const { value } = await other.action("billing:redeemReferralCode", { code });
      expect(value).toEqual(
        (await other.action("billing:redeemReferralCode", { code: "QQQQQQQQQQQQ" })).value,
      );
    },
  );

  it("cannot be bought: an archived product", async () => {
    const product = { id: "old_plan", name: "Old", is_add_on: true };
    const items = [{ price: 5, interval: "month" }];
    await v1("POST", "/products", JSON.stringify({ ...product, items }));
    expect((await v1("POST", "/products/old_plan", '{"archived":true}')).status).toBe(200);
    for (const operation of ["attach", "checkout"]) {
      const answer = await member.action(`billing:${operation}`, { productId: "old_plan" });
      expect([answer.code === null, answer.value]).toEqual([
        false,
        expect.objectContaining({ data: null }),
      ]);
    }
  });
});

describe("an operation for servers only", () => {
  it.each(["usage", "setUsage", "setBalances", "deleteCustomer", "updateCustomer", "refund"])(
    "is not a function for pages: %s",
    async (name) => {
      const args = { featureId: "uploads", value: 0 };
      const { refusal } = await member.action(`billing:${name}`, args);
      expect(refusal).toMatch(/Could not find public function/);
    },
  );

  it.each(["/usage", "/balances", "/customers/x", "/events", "/refunds"])(
    "is not a route for pages: %s",
    async (path) => {
      const headers = { ...member.headers(), ...JSON_BODY };
      const to = `${site.routesUrl}/api/autumn${path}`;
      const answer = await fetch(to, { method: "POST", headers, body: '{"value":0}' });
      expect(answer.status).toBe(404);
      await heard(answer);
    },
  );

  it("is not a webhook, on a site without a remote processor", async () => {
    const body = '{"id":"evt_1","key":"x","answer":{"status":"paid"},"card":null}';
    for (const signature of ["", "good", "t=0,v1=00"]) {
      const headers = { ...JSON_BODY, "X-Signature": signature };
      const answer = await fetch(`${site.routesUrl}/billing/payments/events`, {
        ...{ method: "POST", headers, body },
      });
      expect(answer.status).toBe(404);
    }
  });
});

const MARKUP = "<img src=x onerror=alert(1)>";

describe("a response", () => {
  it.each([
    ["/billing/v1/customers/", KEY],
    ["/billing/v1/products/", KEY],
    ["/api/autumn/entities/", null],
  ])("shows markup as text: of %s", async (path, key) => {
    const bearer = key ?? member.token ?? "";
    const headers = { Authorization: `Bearer ${bearer}` };
    const answer = await fetch(`${site.routesUrl}${path}${MARKUP}`, { headers });
    expect(answer.headers.get("Content-Type")).toMatch(/^application\/json/);
    expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(await heard(answer)).not.toContain(MARKUP);
  });

  it.each(["/share/a/", "/share/u/", "/billing/sandbox/checkout/", "/billing/sandbox/portal/"])(
    "for a page runs no markup of its URL: %s",
    async (path) => {
      const answer = await fetch(`${site.routesUrl}${path}${encodeURIComponent(MARKUP)}`);
      expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(answer.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
      expect(answer.headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
      expect(await heard(answer)).not.toContain(MARKUP);
    },
  );

  it.each([
    "/share/a/",
    "/share/u/",
    "/billing/sandbox/checkout/",
    "/billing/v1/customers/",
    "/v1/customers/",
    "/api/autumn/",
  ])("has no header injected by its URL: %s", async (path) => {
    for (const split of [
      "%0d%0aSet-Cookie:%20a=b",
      "%0aX-Split:%20a",
      "%E5%98%8A%E5%98%8DX-Split:a",
    ]) {
      const answer = await fetch(`${site.routesUrl}${path}x${split}`, { redirect: "manual" });
      expect(answer.headers.get("Set-Cookie")).toBeNull();
      expect(answer.headers.get("X-Split")).toBeNull();
      await heard(answer);
    }
  });
});

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** A connection that has sent this text and waits. */
async function saying(words: string): Promise<Socket> {
  const socket = connect(Number(ROUTES.port), ROUTES.hostname);
  socket.on("error", () => undefined);
  sockets.push(socket);
  await once(socket, "connect");
  socket.write(words);
  return socket;
}

describe("a slow or malformed client", () => {
  it("blocks no other client with a hundred unfinished bodies", async () => {
    const head = `POST /billing/v1/customers HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\n`;
    const begun = `${head}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`;
    await Promise.all(Array.from({ length: 100 }, () => saying(begun)));
    expect((await v1("GET", "/customers/attack-a")).status).toBe(200);
    expect(refusalOf(await member.action("billing:createCustomer"))).toBeNull();
  });

  it.each([
    ["a space before a colon", "GET / HTTP/1.1\r\nHost : a\r\n\r\n"],
    ["a header of 100 kB", `GET / HTTP/1.1\r\nHost: a\r\nX-A: ${"x".repeat(100_000)}\r\n\r\n`],
    ["no HTTP", "\u0016\u0003\u0001\u0000"],
    ["a line break in a header", "GET / HTTP/1.1\r\nHost: a\r\nX-A: b\rSet-Cookie: c\r\n\r\n"],
  ])("is refused: %s", async (_, words) => {
    const socket = await saying(words);
    let answer = "";
    socket.on("data", (chunk: Buffer) => (answer += chunk.toString()));
    // A server that stops reading may reset the connection before its response arrives.
    const ending = socket.closed ? Promise.resolve() : once(socket, "close");
    const isReset = await ending.then(
      () => false,
      () => true,
    );
    if (!isReset) expect(answer).toMatch(/^HTTP\/1\.1 4\d\d/);
    expect(answer).not.toContain("Set-Cookie");
  });
});
