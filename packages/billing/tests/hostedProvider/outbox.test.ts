import { describe, expect, it } from "vitest";
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

const { outbox, refreshAll: sweep } = internal.hostedProvider;
const { sweep: startDue } = internal.lifecycle.jobs;
const { stuckJobs: jobs } = api.lifecycle;

scriptProvider();

const usesOf = async ({ t }: Site) => await t.run((ctx) => ctx.db.query("outbox").take(99));

describe("a reported use", () => {
  it.each<[number, string, "queued" | "taken" | "refused"]>([
    [200, "", "taken"],
    [409, "duplicate_idempotency_key", "taken"],
    [400, "invalid_inputs", "refused"],
    [402, "insufficient_balance", "refused"],
    [404, "feature_not_found", "refused"],
    [409, "conflict", "refused"],
    [401, "invalid_key", "queued"],
    [403, "forbidden", "queued"],
    [408, "timeout", "queued"],
    [423, "lock_already_exists", "queued"],
    [425, "too_early", "queued"],
    [429, "rate_limit_exceeded", "queued"],
    [500, "internal_error", "queued"],
    [503, "busy", "queued"],
  ])("and answered %i %s is %s", async (status, code, state) => {
    const site = open();
    const id = await queue(site);
    const taken = {
      id: "e",
      code: "event_received",
      customer_id: "ada",
      feature_id: "uploads",
    };
    const answer = () => (status === 200 ? Response.json(taken) : says(status, code));
    site.answers.push(answer, answer, answer);
    await site.t.action(outbox.deliver, { id });
    const [use] = await usesOf(site);
    expect(use).toMatchObject({ state, overdue_at: null });
    expect(use?.settled_at).toBe(state === "queued" ? null : NOW);
    const job = { attempts: 1, last_error: "Because" };
    expect(await jobsOf(site, "report_use")).toMatchObject(
      {
        taken: [],
        refused: [{ ...job, next_attempt_at: null, state: "failing" }],
        queued: [{ ...job, next_attempt_at: NOW + MINUTE_MS, state: "waiting" }],
      }[state],
    );
    expect(site.sent[0]).toMatchObject({
      key: id,
      body: { customer_id: "ada", value: 2 },
    });
  });

  it("names its customer and its key", async () => {
    const site = open();
    const customer_data = { name: "Ada" };
    const id = await queue(site, { entity_id: "s1", customer_data });
    await site.t.action(outbox.deliver, { id });
    expect(site.sent[0]?.body).toEqual({
      ...{
        customer_id: "ada",
        customer_data,
        entity_id: "s1",
        feature_id: "uploads",
      },
      ...{ value: 2, idempotency_key: id },
    });
  });

  it("that gets no answer is retried after 1, 2, 4 minutes, and listed after a quarter of an hour", async () => {
    const site = open();
    const id = await queue(site);
    const fail = { id, outcome: "queued" as const, message: "busy" };
    const seen: unknown[] = [];
    for (const pause of [0, 1, 2, 4, 8, 16]) {
      wait(pause * MINUTE_MS);
      await site.t.mutation(startDue, {});
      await site.t.mutation(outbox.complete, fail);
      const [job] = await jobsOf(site, "report_use");
      seen.push([((job?.next_attempt_at ?? 0) - Date.now()) / MINUTE_MS, job?.state]);
    }
    const waiting = [1, 2, 4, 8].map((minutes) => [minutes, "waiting"]);
    expect(seen).toEqual([...waiting, [16, "failing"], [32, "failing"]]);
    const [row] = (await site.t.query(jobs.stuck, {})).data?.list ?? [];
    expect(row).toMatchObject({ kind: "report_use", customer_id: "ada", about: "uploads" });
    expect(row?.dismissible).toBe(false);
    await site.t.mutation(outbox.complete, { id, outcome: "taken", message: null });
    expect(await jobsOf(site, "report_use")).toEqual([]);
  });

  it("that is refused is listed until an operator dismisses it", async () => {
    const site = open();
    const id = await queue(site);
    await site.t.mutation(outbox.complete, { id, outcome: "refused", message: "Because" });
    const listed = async () => (await site.t.query(jobs.stuck, {})).data?.list ?? [];
    const [row] = await listed();
    expect(row).toMatchObject({ error: "Because", next_attempt_at: null, dismissible: true });
    const act = { job: row?.job ?? "", operator: "bo", reason: "Counted by hand", key: "k" };
    expect((await site.t.mutation(jobs.dismiss, act)).data).toMatchObject({ about: "uploads" });
    expect([await listed(), (await usesOf(site))[0]?.state]).toEqual([[], "refused"]);
  });

  it("has one final state, whatever arrives later", async () => {
    const site = open();
    const id = await queue(site);
    await site.t.mutation(outbox.complete, {
      id,
      outcome: "taken",
      message: null,
    });
    const before = await usesOf(site);
    wait(1000);
    await site.t.mutation(outbox.complete, {
      id,
      outcome: "refused",
      message: "late",
    });
    await site.t.mutation(outbox.complete, {
      id,
      outcome: "queued",
      message: "late",
    });
    expect(await usesOf(site)).toEqual(before);
    expect(await site.t.query(outbox.load, { id })).toBeNull();
    await site.t.action(outbox.deliver, { id });
    expect(site.sent).toEqual([]);
  });

  it("whose delivery died is sent again after a minute, by a job", async () => {
    const site = open();
    await queue(site);
    await queue(site, { state: "taken", overdue_at: null, settled_at: NOW });
    wait(MINUTE_MS - 1);
    expect(await site.t.mutation(sweep.refreshAll, {})).toBe(0);
    wait(1);
    expect(await site.t.mutation(sweep.refreshAll, {})).toBe(1);
    const job = { attempts: 1, next_attempt_at: Date.now() + MINUTE_MS, state: "waiting" };
    expect(await jobsOf(site, "report_use")).toMatchObject([job]);
    expect(await site.t.mutation(sweep.refreshAll, {})).toBe(0);
  });

  it("is deleted a month after it was accepted; a refused one stays", async () => {
    const site = open();
    const at = NOW - 30 * DAY_MS;
    for (const settled_at of [at - 1, at]) {
      await queue(site, { state: "taken", overdue_at: null, settled_at });
    }
    await queue(site, {
      state: "refused",
      overdue_at: null,
      settled_at: at - 1,
    });
    expect(await site.t.mutation(sweep.refreshAll, {})).toBe(1);
    const kept = (await usesOf(site)).map(({ state, settled_at }) => [state, settled_at]);
    expect(kept).toEqual([
      ["taken", at],
      ["refused", at - 1],
    ]);
  });
});
