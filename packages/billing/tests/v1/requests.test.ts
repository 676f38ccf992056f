import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { operations } from "../../src/contract/operations";
import { ANA, getCustomer, startEngine } from "../engine/harness";
import { openApi, request } from "./api";

describe("a request", () => {
  it.each([
    ["GET", "/nothing", 404, "not_found"],
    ["GET", "/", 404, "not_found"],
    ["PUT", "/customers", 405, "method_not_allowed"],
    ["GET", "/attach", 405, "method_not_allowed"],
    ["PATCH", `/customers/${ANA}`, 405, "method_not_allowed"],
    ["GET", "/customers/a%2Fb", 400, "invalid_inputs"],
    ["GET", "/products_beta?limit=1", 400, "invalid_inputs"],
  ])("%s %s answers %i %s", async (method, path, status, code) => {
    const t = await startEngine();
    const { call } = await openApi(t);
    const answer = await call(method, path);
    expect([answer.status, answer.body["code"]]).toEqual([status, code]);
  });

  it("lists the verbs of a path", async () => {
    const t = await startEngine();
    const { call } = await openApi(t);
    expect((await call("PUT", "/customers")).headers.get("Allow")).toBe("POST, GET");
  });

  it("has none of the fields that docs/server-side.md says are refused by name", () => {
    const [, list = ""] =
      /This includes\s([\s\S]*?)\.\s/.exec(readFileSync("docs/server-side.md", "utf8")) ?? [];
    const refused = [...list.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);
    expect(refused).toContain("is_custom");
    expect(refused.filter((name) => name in operations.attach.params.fields)).toEqual([]);
  });

  it("creates entities that are named as such, as all other callers pass them", async () => {
    const t = await startEngine();
    const { call } = await openApi(t);
    await getCustomer(t);
    const customer_data = { name: "Ana" };
    const [entities, path] = [[{ id: "p1", feature_id: "seats" }], `/customers/${ANA}/entities`];
    const answer = await call("POST", path, { body: { entities, customer_data } });
    expect([answer.status, answer.body["id"]]).toEqual([200, "p1"]);
    const wrong = await call("POST", path, { body: { entities: [{ id: "p2" }], colour: "red" } });
    expect([wrong.status, wrong.body["message"]]).toEqual([
      400,
      expect.stringMatching(/feature_id: is required|colour: is not a field here/),
    ]);
  });

  it.each([
    ["1.2", 200],
    ["1.1", 400],
    ["2.1.0", 400],
    ["", 400],
    ["latest", 400],
  ])("uses version 1.2, so that x-api-version %j answers %i", async (version, status) => {
    const t = await startEngine();
    const { call } = await openApi(t);
    const headers = { "x-api-version": version };
    const answer = await call("GET", "/products_beta", { headers });
    expect(answer.status).toBe(status);
    if (status !== 200) expect(answer.body["code"]).toBe("invalid_api_version");
  });

  it.each([
    ["{", "body: is not JSON"],
    ["[]]", "body: is not JSON"],
    ["null", "body: must be an object"],
    ['"x"', "body: must be an object"],
    ["[1]", "body: must be an object"],
    [`${"[".repeat(50_000)}${"]".repeat(50_000)}`, "body: must be an object"],
    ["{}", "customer_id: is required"],
    ['{"customer_id":7}', "customer_id: must be a string"],
    ['{"customer_id":"a/b"}', "customer_id: is not a valid id"],
    ['{"customer_id":"a","value":"1"}', "value: must be a number"],
    ['{"customer_id":"a","value":1e999}', "value: must be a number"],
    ['{"customer_id":"a","colour":"red"}', "colour: is not a field here"],
    ['{"customer_id":"a","__proto__":{"value":1}}', "__proto__: is not a field here"],
    ['{"customer_id":"a","properties":{"$where":1}}', "properties: has a key that can't be kept"],
    ['{"customer_id":"a","properties":{"deep":{"er":1}}}', "properties.deep"],
    ['{"customer_id":"\\ud800"}', "customer_id: must be a string"],
  ])("refuses the body %.60s and says why", async (body, message) => {
    const t = await startEngine();
    const { call } = await openApi(t);
    const answer = await call("POST", "/track", { body });
    expect([answer.status, answer.body["code"]]).toEqual([400, "invalid_inputs"]);
    expect(answer.body["message"]).toContain(message);
  });

  it.each([
    ["/customers", { id: "a/b" }],
    ["/track", { feature_id: "a/b" }],
    ["/track", { feature_id: "uploads", entity_id: "a/b" }],
    ["/attach", { product_id: "a/b" }],
    ["/transfer", { product_id: "a", to_entity_id: "a/b" }],
    ["/transfer", { product_id: "a", to_entity_id: "b", from_entity_id: "a/b" }],
    ["/referrals/code", { program_id: "a/b" }],
  ])("refuses an id that no path can contain, to %s: %j", async (path, fields) => {
    const t = await startEngine();
    const { call } = await openApi(t);
    const inPath = path === "/transfer" ? `/customers/${ANA}${path}` : path;
    const isNamed = path === "/customers" || path === "/transfer";
    const body = { ...fields, ...(!isNamed && { customer_id: ANA }) };
    const answer = await call("POST", inPath, { body });
    expect([answer.status, answer.body["message"]]).toEqual([
      400,
      expect.stringMatching(/^\w+: is not a valid id$/),
    ]);
  });

  it.each([
    ["is_custom", true],
    ["items", [{ price: 1, interval: "month" }]],
    ["cancel_on_past_due", true],
    ["new_billing_subscription", true],
    ["enable_product_immediately", true],
    ["version", 1],
  ])("refuses a purchase with an unknown field, by its name: %s", async (field, value) => {
    const t = await startEngine();
    const { call } = await openApi(t);
    for (const path of ["/attach", "/checkout"]) {
      const body = { customer_id: ANA, product_id: "creator", [field]: value };
      const answer = await call("POST", path, { body });
      expect([answer.status, answer.body]).toEqual([
        400,
        { code: "invalid_inputs", message: `${field}: is not a field here`, env: "sandbox" },
      ]);
    }
    expect(await t.run((ctx) => ctx.db.query("customers").take(1))).toEqual([]);
  });

  it("refuses a body of more than 256 KiB", async () => {
    const t = await startEngine();
    const { call } = await openApi(t);
    const body = (bytes: number) => `{"customer_id":"${"x".repeat(bytes - 18)}"}`;
    const largest = await call("POST", "/track", { body: body(256 * 1024) });
    expect(largest.status).toBe(400);
    const larger = await call("POST", "/track", { body: body(256 * 1024 + 1) });
    expect(larger.status).toBe(413);
  });

  it("ignores options of a remote processor's own page", async () => {
    const t = await startEngine();
    const { call } = await openApi(t);
    const ignored = { metadata: { a: "b" }, checkout_session_params: { mode: "payment" } };
    const body = { customer_id: ANA, product_id: "creator", ...ignored };
    expect((await call("POST", "/checkout", { body })).status).toBe(200);
  });

  it("names the environment in a refusal", async () => {
    const t = await startEngine("live");
    const { body } = await request(t, "GET", "/products_beta");
    expect(body).toEqual({
      code: "no_secret_key",
      message: "Send your key as a bearer token",
      env: "live",
    });
  });
});
