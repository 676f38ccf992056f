import { describe, expect, it, vi } from "vitest";
import { api, internal } from "../../src/component/_generated/api";
import {
  DAY_MS,
  MINUTE_MS,
  NOW,
  jobsOf,
  open,
  queue,
  says,
  scriptProvider,
  wait,
} from "./scripted-provider";
import type { Site } from "./scripted-provider";

const { entitlementCache: cache, outbox, intents } = internal.hostedProvider;
const { sweep: startDue } = internal.lifecycle.jobs;

scriptProvider();

describe("a call that may cost money", () => {
  const call = {
    op: "cancel" as const,
    params: { customer_id: "ada", product_id: "pro" },
  };
  const DONE = {
    success: true as const,
    customer_id: "ada",
    product_id: "pro",
  };
  const note = async ({ t }: Site, requestKey: string | null = null) =>
    (await t.mutation(intents.recordCall, { call, requestKey })).id ?? expect.unreachable();
  const intentsOf = async ({ t }: Site) =>
    await t.run((ctx) => ctx.db.query("remoteIntents").take(9));

  it("is refused, and not sent, with a field that its operation does not have", async () => {
    const site = open();
    const asked = { operation: call.op, params: { ...call.params, colour: "red" } };
    const { error } = await site.t.action(api.hostedProvider.call.call, { asked });
    expect(error).toEqual({ code: "invalid_inputs", message: "colour: is not a field here" });
    expect(await intentsOf(site)).toEqual([]);
  });

  it("has one final answer, whatever comes later", async () => {
    const site = open();
    const id = await note(site);
    const result = { data: DONE, error: null, statusCode: 200 };
    await site.t.mutation(intents.complete, { id, result, requestedAt: NOW });
    const late = {
      data: null,
      error: { code: "late", message: "" },
      statusCode: 400,
    };
    await site.t.mutation(intents.complete, { id, result: late, requestedAt: NOW });
    expect(await intentsOf(site)).toMatchObject([{ result, settled_at: NOW }]);
    expect(await jobsOf(site, "send_call")).toEqual([]);
    expect(await site.t.mutation(intents.takeCall, { id })).toBeNull();
    await site.t.action(intents.resend, { id });
    expect(site.sent).toEqual([]);
  });

  it("is sent again with its own key, a minute later and not before", async () => {
    const site = open();
    const id = await note(site, "ada:cancel:1");
    wait(MINUTE_MS - 1);
    expect(await site.t.mutation(startDue, {})).toBe(0);
    wait(1);
    expect(await site.t.mutation(startDue, {})).toBe(1);
    site.answers.push(() => Response.json(DONE));
    await site.t.action(intents.resend, { id });
    expect(site.sent).toMatchObject([{ key: id, body: { product_id: "pro" } }]);
    expect(await intentsOf(site)).toMatchObject([
      { result: { data: DONE }, settled_at: Date.now() },
    ]);
  });

  it("is not sent by a deployment that has its own billing by now", async () => {
    const site = open();
    const id = await note(site);
    const use = await queue(site);
    vi.stubEnv("AUTUMN_SECRET_KEY", "");
    await site.t.action(intents.resend, { id });
    await site.t.action(outbox.deliver, { id: use });
    await site.t.action(cache.refresh, {
      customer_id: "ada",
      entity_id: null,
    });
    expect(site.sent).toEqual([]);
  });

  it("is given up after a day and not before, and its product can be bought again", async () => {
    const site = open();
    const id = await note(site);
    wait(DAY_MS - 1);
    site.answers.push(...Array.from({ length: 9 }, () => () => says(503, "busy")));
    await site.t.action(intents.resend, { id });
    expect(await jobsOf(site, "send_call")).toMatchObject([
      { last_error: "Because", state: "failing" },
    ]);
    site.answers.length = 0;
    expect(await intentsOf(site)).toMatchObject([{ result: null }]);
    expect(
      (await site.t.mutation(intents.recordCall, { call, requestKey: "b" })).result?.error?.code,
    ).toBe("lock_already_exists");
    wait(1);
    await site.t.action(intents.resend, { id });
    expect(await intentsOf(site)).toMatchObject([
      { result: { error: { code: "payment_failed" } } },
    ]);
    expect(await jobsOf(site, "send_call")).toEqual([]);
    expect(
      (await site.t.mutation(intents.recordCall, { call, requestKey: "b" })).id,
    ).not.toBeNull();
  });
});
