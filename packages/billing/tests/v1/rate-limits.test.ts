import { describe, expect, it } from "vitest";
import { operations } from "../../src/contract/operations";
import type { Operation } from "../../src/contract/operations";
import { apiLimitOf } from "../../src/component/platform/rateLimits";
import { ANA, APRIL_1, setTime, startEngine } from "../engine/harness";
import { openApi } from "./api";

describe("rate limits", () => {
  it("allow thirty purchases a minute, and say when the next is allowed", async () => {
    const t = await startEngine();
    const { call } = await openApi(t);
    const ask = (customer_id: string) =>
      call("POST", "/setup_payment", { body: { customer_id } }).then((answer) => answer);
    for (let asked = 0; asked < 30; asked++) expect((await ask(ANA)).status).toBe(200);
    const limited = await ask(ANA);
    expect([limited.status, limited.body["code"]]).toEqual([429, "rate_limit_exceeded"]);
    expect(limited.headers.get("Retry-After")).toBe("2");
    expect((await ask("bo")).status).toBe(200);
    setTime(APRIL_1 + 1_999);
    expect((await ask(ANA)).status).toBe(429);
    setTime(APRIL_1 + 2_000);
    expect((await ask(ANA)).status).toBe(200);
  });

  it("allow no more after a quiet time than at first", async () => {
    const t = await startEngine();
    const { call } = await openApi(t);
    const ask = async () =>
      (await call("POST", "/setup_payment", { body: { customer_id: ANA } })).status;
    await ask();
    setTime(APRIL_1 + 9 * 60_000);
    const answers = [];
    for (let asked = 0; asked < 31; asked++) answers.push(await ask());
    expect(answers).toEqual([...Array<number>(30).fill(200), 429]);
  });

  it("are lower for calls that move money or create codes", () => {
    const dearer = (Object.keys(operations) as Operation[]).filter(
      (operation) => apiLimitOf(operation) === "purchases",
    );
    expect(dearer.sort()).toEqual([
      ...["attach", "billingPortal", "cancel", "checkout"],
      ...["createReferralCode", "createRefund", "redeemReferralCode", "setupPayment"],
    ]);
  });

  it("count each key separately", async () => {
    const t = await startEngine();
    const [one, other] = [await openApi(t), await openApi(t)];
    const body = { customer_id: ANA };
    for (let asked = 0; asked < 31; asked++) await one.call("POST", "/setup_payment", { body });
    expect((await other.call("POST", "/setup_payment", { body })).status).toBe(200);
  });
});
