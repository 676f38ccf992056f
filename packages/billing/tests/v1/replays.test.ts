import { describe, expect, it, vi } from "vitest";
import { api } from "../../src/component/_generated/api";
import { fail, ok } from "../../src/contract/errors";
import { runOperation } from "../../src/component/callOperation";

const ATTACH = { customer_id: "ana", product_id: "pro" };
const LOCKED = fail("lock_already_exists", "Another charge is pending", 423);
const PENDING = fail("payment_pending", "The charge is pending", 202);
const SOLD = ok({ code: "new_product_attached" });
const again = <Answer extends object>(answer: Answer) => ({ ...answer, replayed: true });

describe("a purchase whose charge has no answer at once", () => {
  it.each<[string, object[], number]>([
    ["is no replay when it is asked about", [PENDING, again(SOLD)], 0],
    ["is one when an earlier request has left it pending", [again(PENDING), again(SOLD)], 1],
    ["is no replay after it has waited for another charge", [LOCKED, SOLD], 0],
    ["is no replay after both", [LOCKED, PENDING, again(SOLD)], 0],
    ["is one when it waited for the charge of the same request", [LOCKED, again(SOLD)], 1],
  ])("%s", async (_what, answers, replays) => {
    vi.spyOn(console, "warn").mockReturnValue();
    const left = [...answers];
    const ctx = {
      runMutation: () => Promise.resolve(left.shift()),
      runQuery: () => Promise.reject(new Error("Nothing is read")),
      runAction: () => Promise.resolve(null),
    };
    const onReplay = vi.fn();
    const result = await runOperation(
      // It runs any function that the operation calls.
      ctx as unknown as Parameters<typeof runOperation>[0],
      { public: api.public, payments: api.payments, hostedProvider: api.hostedProvider },
      "attach",
      ATTACH,
      { idempotencyKey: "ana:k1", onReplay },
    );
    expect(result).toEqual(SOLD);
    expect(onReplay).toHaveBeenCalledTimes(replays);
    expect(left).toEqual([]);
  });
});
