import { describe, expect, it, vi } from "vitest";
import { internal } from "../../src/component/_generated/api";
import { sha256Hex } from "../../src/component/platform/digest";
import { ANA, APRIL_1, getCustomer, setTime, startEngine } from "../engine/harness";
import { TRACK, openApi, request } from "./api";

describe("authentication", () => {
  it.each([
    ["no header", {}, "no_secret_key"],
    ["an empty header", { Authorization: "" }, "no_secret_key"],
    ["another scheme", { Authorization: "Basic YTpi" }, "invalid_secret_key"],
    ["an unknown key", { Authorization: `Bearer sk_${"0".repeat(48)}` }, "invalid_secret_key"],
    [
      "an unknown publishable key",
      { Authorization: `Bearer pk_${"0".repeat(48)}` },
      "invalid_publishable_key",
    ],
    ["two keys", { Authorization: "Bearer sk_one, Bearer sk_two" }, "invalid_secret_key"],
    [
      "a key of a megabyte",
      { Authorization: `Bearer ${"k".repeat(2 ** 20)}` },
      "invalid_secret_key",
    ],
  ])("refuses %s", async (_, headers, code) => {
    const t = await startEngine();
    const answer = await request(t, "GET", "/products_beta", { headers });
    expect([answer.status, answer.body["code"]]).toEqual([401, code]);
    expect(answer.headers.get("WWW-Authenticate")).toBe("Bearer");
  });

  it("ignores a key in the URL, where logs would store it", async () => {
    const t = await startEngine();
    const { key } = await openApi(t);
    const answer = await request(t, "GET", `/products_beta?key=${key}&api_key=${key}`);
    expect(answer.status).toBe(401);
  });

  it("stores a key's hash, and shows the key once", async () => {
    const t = await startEngine();
    const { key, id } = await openApi(t);
    const rows = await t.run((ctx) => ctx.db.query("apiKeys").take(10));
    expect(rows).toMatchObject([{ _id: id, hash: await sha256Hex(key), kind: "secret" }]);
    expect(JSON.stringify(rows)).not.toContain(key);
    const listed = await t.query(internal.http.keys.listKeys, {});
    expect(listed).toEqual([
      {
        id,
        name: "test",
        kind: "secret",
        prefix: key.slice(0, 14),
        created_at: APRIL_1,
        revoked_at: null,
      },
    ]);
  });

  it("refuses a key from the moment it was revoked", async () => {
    const t = await startEngine();
    const { id, call } = await openApi(t);
    expect((await call("GET", "/products_beta")).status).toBe(200);
    await t.mutation(internal.http.keys.revokeKey, { id });
    expect((await call("GET", "/products_beta")).body["code"]).toBe("invalid_secret_key");
    setTime(APRIL_1 + 60_000);
    await t.mutation(internal.http.keys.revokeKey, { id });
    const [listed] = await t.query(internal.http.keys.listKeys, {});
    expect(listed?.revoked_at).toBe(APRIL_1);
  });

  it("accepts the deployment's own first key, and none that could be guessed", async () => {
    const t = await startEngine();
    const ask = (key: string) =>
      request(t, "GET", "/products_beta", { headers: { Authorization: `Bearer ${key}` } });
    const first = "sk_sandbox_0123456789abcdef";
    expect((await ask(first)).status).toBe(401);
    vi.stubEnv("BILLING_SECRET_KEY", first);
    expect((await ask(first)).status).toBe(200);
    vi.stubEnv("BILLING_SECRET_KEY", "short");
    expect((await ask("short")).status).toBe(401);
    expect((await ask("")).status).toBe(401);
  });
});

describe("a publishable key", () => {
  it("reads what is on sale", async () => {
    const t = await startEngine();
    const { call } = await openApi(t, "publishable");
    for (const path of ["/products_beta", "/products/creator"]) {
      expect([path, (await call("GET", path)).status]).toEqual([path, 200]);
    }
  });

  it.each([
    ["GET", `/products_beta?customer_id=${ANA}`],
    ["GET", `/customers/${ANA}`],
    ["GET", "/customers"],
    ["DELETE", `/customers/${ANA}`],
  ])("cannot read a customer with %s %s", async (method, path) => {
    const t = await startEngine();
    await getCustomer(t);
    const { call } = await openApi(t, "publishable");
    const { status, body } = await call(method, path);
    expect([status, body["code"]]).toEqual([401, "endpoint_not_public"]);
  });

  it("writes nothing", async () => {
    const t = await startEngine();
    const { call } = await openApi(t, "publishable");
    const { body } = await call("POST", "/track", { body: TRACK });
    expect(body["code"]).toBe("endpoint_not_public");
    expect(await t.run((ctx) => ctx.db.query("customers").take(1))).toEqual([]);
  });
});
