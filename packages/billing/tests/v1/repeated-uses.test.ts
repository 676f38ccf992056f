import { describe, expect, it } from "vitest";
import { internal } from "../../src/component/_generated/api";
import { serve } from "../../src/component/http/v1";
import { ANA, attached, getCustomer, saveCard, startEngine } from "../engine/harness";
import type { Engine } from "../engine/harness";
import { TRACK, openApi } from "./api";
import type { Answer } from "./api";

/**
 * The responses to the same request sent several times, where all requests read before any of them
 * writes.
 */
async function sendAtOnce(t: Engine, count: number, path: string, body: object) {
  const { key } = await t.action(internal.http.keys.createKey, { name: "test" });
  const headers = { Authorization: `Bearer ${key}`, "Idempotency-Key": "k1" };
  // The handler inside the registered action.
  const { _handler: answer } = serve as unknown as {
    _handler: (ctx: object, request: Request) => Promise<Response>;
  };
  const answers: Answer[] = [];
  await t.action(async (ctx) => {
    let open: () => void;
    const all = new Promise<void>((resolve) => (open = resolve));
    let arrived = 0;
    const runMutation: typeof ctx.runMutation = async (reference, ...args) => {
      const [given = {}] = args;
      if ("params" in given && ++arrived === count) open();
      if ("params" in given) await all;
      return await ctx.runMutation(reference, ...args);
    };
    const send = async (): Promise<void> => {
      const sent = { method: "POST", headers, body: JSON.stringify(body) };
      const url = `http://127.0.0.1:3211/v1${path}`;
      const response = await answer({ ...ctx, runMutation }, new Request(url, sent));
      const { status, headers: received } = response;
      const answered = (await response.json()) as Answer["body"];
      answers.push({ status, headers: received, body: answered });
    };
    await Promise.all(Array.from({ length: count }, send));
    return null;
  });
  return answers;
}

const replaysIn = (answers: readonly Answer[]) =>
  answers.map(({ headers }) => headers.get("idempotent-replayed"));

describe("a repeated use", () => {
  const use = async (key: Record<string, string>, body: object, asked = 2) => {
    const t = await startEngine();
    const { call } = await openApi(t);
    const answers = [];
    for (let count = 0; count < asked; count++) {
      answers.push(await call("POST", "/track", { body, headers: key }));
    }
    const { features } = await getCustomer(t);
    return { t, call, answers, used: features["uploads"]?.usage };
  };

  it("without a key counts twice", async () => {
    const { used, answers } = await use({}, TRACK);
    expect(used).toBe(2);
    expect(replaysIn(answers)).toEqual([null, null]);
  });

  it.each([
    ["in the header", { "Idempotency-Key": "k1" }, TRACK],
    ["in the body", {}, { ...TRACK, idempotency_key: "k1" }],
  ])("with a key %s counts once, and says so", async (_, header: Record<string, string>, body) => {
    const { used, answers } = await use(header, body);
    expect(used).toBe(1);
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect(replaysIn(answers)).toEqual([null, "true"]);
  });

  it("at the same moment counts once, and all answers but the first say so", async () => {
    const t = await startEngine();
    const answers = await sendAtOnce(t, 4, "/track", TRACK);
    const [first] = answers;
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      answers.map(() => [200, first?.body]),
    );
    expect(replaysIn(answers).toSorted()).toEqual([null, "true", "true", "true"]);
    expect((await getCustomer(t)).features["uploads"]?.usage).toBe(1);
  });

  it("is no replay after a first one that was refused, and is one from then on", async () => {
    const t = await startEngine();
    const { call } = await openApi(t);
    const cancel = async () =>
      await call("POST", "/cancel", {
        body: { customer_id: ANA, product_id: "creator" },
        headers: { "Idempotency-Key": "k1" },
      });
    const refused = [await cancel(), await cancel()];
    expect(refused.map(({ status }) => status)).toEqual([404, 404]);
    expect(replaysIn(refused)).toEqual([null, null]);
    await saveCard(t);
    await attached(t, { product_id: "creator" });
    const done = [await cancel(), await cancel()];
    expect(done.map(({ status }) => status)).toEqual([200, 200]);
    expect(replaysIn(done)).toEqual([null, "true"]);
  });

  it("at the same moment as ones that are refused is no replay of them", async () => {
    const t = await startEngine();
    const body = { customer_id: ANA, product_id: "nothing" };
    const answers = await sendAtOnce(t, 2, "/cancel", body);
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(replaysIn(answers)).toEqual([null, null]);
  });

  it("of a purchase whose card is declined gives the decline again, and says so", async () => {
    const t = await startEngine();
    const { call } = await openApi(t);
    await saveCard(t, "4000000000000341");
    const attach = async (key: string) =>
      await call("POST", "/attach", {
        body: { customer_id: ANA, product_id: "creator" },
        headers: { "Idempotency-Key": key },
      });
    const answers = [await attach("k1"), await attach("k1"), await attach("k2")];
    expect(answers.map(({ status }) => status)).toEqual([402, 402, 402]);
    expect(replaysIn(answers)).toEqual([null, "true", null]);
  });

  it("is no replay where the call uses no key, even if another one had it", async () => {
    const t = await startEngine();
    const { call } = await openApi(t);
    const headers = { "Idempotency-Key": "k1" };
    const check = (over: object) =>
      call("POST", "/check", { body: { ...TRACK, ...over }, headers });
    const answers = [await check({ send_event: true }), await check({})];
    expect(replaysIn(answers)).toEqual([null, null]);
  });

  it("is the same request though the customer's name has changed", async () => {
    const t = await startEngine();
    const { call } = await openApi(t);
    const headers = { "Idempotency-Key": "k1" };
    for (const name of ["Ana", "Anna"]) {
      const body = { ...TRACK, customer_data: { name } };
      expect((await call("POST", "/track", { body, headers })).status).toBe(200);
    }
    expect((await getCustomer(t)).features["uploads"]?.usage).toBe(1);
  });

  it("is checked again each time, and counted only once it was allowed", async () => {
    const t = await startEngine();
    const { call } = await openApi(t);
    const headers = { "Idempotency-Key": "k1" };
    const check = async (over: object) =>
      (await call("POST", "/check", { body: { ...TRACK, ...over }, headers })).body["allowed"];
    expect(await check({})).toBe(true);
    await call("POST", "/track", { body: { ...TRACK, value: 10 } });
    expect(await check({})).toBe(false);
    const use = { send_event: true };
    expect(await check(use)).toBe(false);
    await call("POST", "/track", { body: { ...TRACK, value: -10 } });
    expect([await check(use), await check(use)]).toEqual([true, true]);
    expect((await getCustomer(t)).features["uploads"]?.usage).toBe(1);
  });

  it("with the key of another request is refused", async () => {
    const { call } = await use({ "Idempotency-Key": "k1" }, TRACK, 1);
    const other = await call("POST", "/track", {
      body: { ...TRACK, value: 2 },
      headers: { "Idempotency-Key": "k1" },
    });
    expect([other.status, other.body["code"]]).toEqual([409, "duplicate_idempotency_key"]);
    expect(other.headers.get("idempotent-replayed")).toBeNull();
  });

  it("with the same key for another customer is counted", async () => {
    const { call } = await use({ "Idempotency-Key": "k1" }, TRACK, 1);
    const body = { ...TRACK, customer_id: "bo" };
    const other = await call("POST", "/track", { body, headers: { "Idempotency-Key": "k1" } });
    expect([other.status, other.body["customer_id"]]).toEqual([200, "bo"]);
  });

  it("refuses a key that is too long to store", async () => {
    const t = await startEngine();
    const { call } = await openApi(t);
    const headers = { "Idempotency-Key": "k".repeat(256) };
    expect((await call("POST", "/track", { body: TRACK, headers })).status).toBe(400);
  });
});
