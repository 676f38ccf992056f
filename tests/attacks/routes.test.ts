import { gzipSync } from "node:zlib";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { heard, newMember, site, type Attacker } from "./attacker";

const KEY = readFileSync(join(site.dataDir, "api-key"), "utf8").trim();
const CUSTOMERS = `${site.routesUrl}/billing/v1/customers`;
const JSON_BODY = { "Content-Type": "application/json" };

let member: Attacker;
beforeAll(async () => {
  member = await newMember("routes");
});

const codeOf = async (response: Response) => {
  const text = await heard(response);
  expect(response.headers.get("Content-Type")).toMatch(/^application\/json/);
  expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
  return [response.status, (JSON.parse(text) as { code: string }).code];
};

describe("the server's API", () => {
  it.each<[what: string, headers: Record<string, string>, query: string, code: string]>([
    ["no key", {}, "", "no_secret_key"],
    ["a wrong key", { Authorization: `Bearer ${KEY.slice(0, -1)}x` }, "", "invalid_secret_key"],
    [
      "a key of live mode",
      { Authorization: `Bearer sk_live_${"0".repeat(48)}` },
      "",
      "invalid_secret_key",
    ],
    ["a key without Bearer", { Authorization: KEY }, "", "invalid_secret_key"],
    ["two keys", { Authorization: `Bearer x, Bearer ${KEY}` }, "", "invalid_secret_key"],
    ["a key in the URL", {}, `?key=${KEY}&authorization=Bearer%20${KEY}`, "no_secret_key"],
    ["a key in a cookie", { Cookie: `Authorization=${KEY}` }, "", "no_secret_key"],
  ])("with %s is refused", async (_, headers, query, code) => {
    const answers = [
      await fetch(`${CUSTOMERS}/anyone${query}`, { headers }),
      await fetch(`${CUSTOMERS}${query}`, {
        method: "POST",
        headers: { ...headers, ...JSON_BODY },
        body: '{"id":"x"}',
      }),
    ];
    for (const answer of answers) expect(await codeOf(answer)).toEqual([401, code]);
  });

  it("with a member's token is refused", async () => {
    const [status] = await codeOf(await fetch(`${CUSTOMERS}/x`, { headers: member.headers() }));
    expect(status).toBe(401);
  });

  it.each(["0.9", "2.0", "1.2.3", "x", "9".repeat(400)])(
    "refuses the version %s",
    async (version) => {
      const headers = { Authorization: `Bearer ${KEY}`, "x-api-version": version };
      const answer = await fetch(`${CUSTOMERS}/x`, { headers });
      expect([400, 404]).toContain(answer.status);
      await codeOf(answer);
    },
  );

  it.each(["..", "%2e%2e", "%2E%2E%2Fcustomers", "a%00b", "%", "%ff", "x".repeat(5_000)])(
    "answers a customer called %s in JSON",
    async (id) => {
      const headers = { Authorization: `Bearer ${KEY}` };
      const answer = await fetch(`${CUSTOMERS}/${id}`, { headers, method: "DELETE" });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      await heard(answer);
    },
  );

  it.each<[what: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>]>([
    ["no JSON", "{", {}],
    ["a list", "[]", {}],
    ["a text", '"x"', {}],
    ["nesting of 100,000", `{"id":${"[".repeat(100_000)}${"]".repeat(100_000)}}`, {}],
    ["20 MB", JSON.stringify({ id: "x".repeat(20_000_000) }), {}],
    [
      "10,000 fields",
      JSON.stringify(
        Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`f${String(i)}`, i])),
      ),
      {},
    ],
    [
      "a compressed bomb",
      new Uint8Array(gzipSync(Buffer.alloc(30_000_000))),
      { "Content-Encoding": "gzip" },
    ],
    ["__proto__", '{"id":"x","__proto__":{"env":"live"}}', {}],
  ])("refuses a body of %s", async (_, body, headers) => {
    const answer = await fetch(CUSTOMERS, {
      method: "POST",
      headers: { Authorization: `Bearer ${KEY}`, ...JSON_BODY, ...headers },
      body,
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    await heard(answer);
  });
});

describe("the routes for pages without a Convex client", () => {
  const ask = (
    path: string,
    init: Omit<RequestInit, "headers"> & { headers?: Record<string, string> },
  ) =>
    fetch(`${site.routesUrl}/api/autumn${path}`, {
      method: "POST",
      body: "{}",
      ...init,
      headers: { ...member.headers(), ...JSON_BODY, ...init.headers },
    });

  it.each([
    "https://evil.example",
    "null",
    `${site.url}.evil.example`,
    `${site.url}@evil.example`,
    site.url.replace("http:", "https:"),
    site.url.replace(/\d+$/, "1"),
  ])("refuse pages of %s", async (origin) => {
    for (const method of ["POST", "OPTIONS"]) {
      const answer = await ask("/customers", {
        method,
        body: method === "POST" ? "{}" : null,
        headers: { Origin: origin },
      });
      expect(answer.status).toBe(403);
      expect(answer.headers.get("Access-Control-Allow-Origin")).toBeNull();
      expect(answer.headers.get("Vary")).toBe("Origin");
    }
  });

  it("refuse plain text, and a cookie in place of a token", async () => {
    const plain = await ask("/customers", { headers: { "Content-Type": "text/plain" } });
    expect(plain.status).toBeGreaterThanOrEqual(400);
    const cookie = await ask("/customers", { headers: { Authorization: "", Cookie: "session=1" } });
    expect(cookie.status).toBeGreaterThanOrEqual(401);
  });

  it.each(["/entities/..", "/entities/%2e%2e", "/entities/", "/entities/..%2f..%2fcustomers%2fx"])(
    "delete no customer with %s",
    async (path) => {
      const answer = await ask(path, { method: "DELETE", body: null });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      const { value } = await member.action("billing:createCustomer");
      expect(value).toMatchObject({ error: null });
    },
  );

  it.each([["PUT"], ["PATCH"], ["GET"]])("refuse to attach with %s", async (method) => {
    const answer = await ask("/attach", { method, body: method === "GET" ? null : "{}" });
    expect([404, 405]).toContain(answer.status);
  });

  it("ignore headers that override the method", async () => {
    const answer = await ask("/attach", { headers: { "X-HTTP-Method-Override": "DELETE" } });
    expect(answer.status).toBe(400);
  });

  it("ignore an identity in the body", async () => {
    const answer = await ask("/customers", {
      body: JSON.stringify({
        customer_data: { id: "victim", email: "v@example.org" },
        stripeId: "cus_1",
      }),
    });
    const text = await heard(answer);
    expect(text).not.toContain("v@example.org");
    expect(text).not.toContain("cus_1");
  });
});

describe("the administrator's routes", () => {
  it.each(["", "Convex ", "Convex x", "Bearer x", "Convex local|"])("refuse %j", async (value) => {
    const answer = await fetch(`${site.functionsUrl}/api/mutation`, {
      method: "POST",
      headers: { ...JSON_BODY, ...(value === "" ? {} : { Authorization: value }) },
      body: JSON.stringify({
        path: "http/keys:createKey",
        componentPath: "billing",
        args: [{}],
        format: "convex_encoded_json",
      }),
    });
    const text = await heard(answer);
    expect(text).not.toContain('"status":"success"');
  });

  it.each([
    "/api/shapes2",
    "/api/export",
    "/api/update_environment_variables",
    "/api/list_snapshot",
  ])("return nothing at %s", async (path) => {
    const answer = await fetch(`${site.functionsUrl}${path}`, { method: "POST", body: "{}" });
    expect([401, 403, 404]).toContain(answer.status);
    await heard(answer);
  });
});
