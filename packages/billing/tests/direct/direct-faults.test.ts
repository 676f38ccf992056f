import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createDirectClient } from "../../src/direct/index";
import { fakeFetch, json } from "./fake-fetch";
import { retryDelayMs } from "../../src/direct/exchange";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => void vi.restoreAllMocks());

const KEY = { idempotencyKey: "key-1" };
const USE = { customer_id: "ana", feature_id: "credits" };
const html = (status: number) => () => new Response("<h1>Bad gateway</h1>", { status });
const busy = (after: string) => () =>
  json({ code: "rate_limit_exceeded", message: "Slow down" }, 429, { "Retry-After": after });
const down = () => new TypeError("fetch failed");
const fine = () => json({ list: [] });

function open(network: ReturnType<typeof fakeFetch>, options = {}) {
  return createDirectClient({
    secretKey: "sk_1",
    logLevel: "fatal",
    fetch: network.fetch,
    ...options,
  });
}

/** Advances time until there is a response. */
async function passing<T>(call: Promise<T>): Promise<T> {
  const state = { isOver: false };
  const ended = call.finally(() => (state.isOver = true));
  while (!state.isOver) await vi.advanceTimersByTimeAsync(100);
  return await ended;
}

describe("a response that is no valid answer", () => {
  it("of a network that is down is a result without a status", async () => {
    const network = fakeFetch(down);
    const { data, error, statusCode } = await passing(open(network).listFeatures({}));
    expect([data, statusCode]).toEqual([null, undefined]);
    expect(error?.code).toBe("fetch_failed");
    expect(error?.message).toContain("fetch failed");
    expect(network.sent).toHaveLength(3);
  });

  it.each([502, 200])("in HTML keeps its status %d", async (status) => {
    const { error, statusCode } = await passing(open(fakeFetch(html(status))).listFeatures({}));
    expect([error?.code, statusCode]).toEqual(["fetch_failed", status]);
  });

  it.each(["", "nul", "null", "[]", '"text"', '{"list": [1'])(
    "is a failure when its text is %j",
    async (text) => {
      const network = fakeFetch(() => new Response(text, { status: 200 }));
      const { error, statusCode } = await open(network).listFeatures({});
      expect([error?.code, statusCode]).toEqual(["fetch_failed", 200]);
    },
  );

  it("that is too late ends on time, and the request is aborted", async () => {
    const network = fakeFetch(() => "never");
    const call = open(network, { timeoutMs: 2000, retries: 0 }).listFeatures({});
    await vi.advanceTimersByTimeAsync(2000);
    const { error } = await call;
    expect(error?.message).toContain("none within 2000 ms");
    expect(network.sent[0]?.signal?.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("whose body drips too slowly ends on time as well", async () => {
    const body = () =>
      new Response(new ReadableStream({ pull: () => new Promise(() => undefined) }));
    const call = open(fakeFetch(body), { timeoutMs: 2000, retries: 0 }).listFeatures({});
    await vi.advanceTimersByTimeAsync(2000);
    expect((await call).error?.code).toBe("fetch_failed");
  });
});

describe("a response without content", () => {
  const none = () => new Response(null, { status: 204 });

  it("is a success where the contract names no data", async () => {
    const result = await open(fakeFetch(none)).deleteCustomer({ customer_id: "ana" });
    expect(result).toEqual({ data: { success: true }, error: null, statusCode: 204 });
  });

  it("is a failure where data was requested", async () => {
    const result = await open(fakeFetch(none)).getCustomer({ customer_id: "ana" });
    expect([result.error?.code, result.statusCode]).toEqual(["fetch_failed", 204]);
  });
});

describe("a refusal", () => {
  it.each([
    [{ code: "customer_not_found", message: "Not there" }, "customer_not_found", "Not there"],
    [{}, "unknown_error", "Answered 404 without a message"],
    [{ code: 7, message: null }, "unknown_error", "Answered 404 without a message"],
  ])("in %j is returned with its words", async (body, code, message) => {
    const result = await open(fakeFetch(() => json(body, 404))).listFeatures({});
    expect(result).toEqual({ data: null, error: { code, message }, statusCode: 404 });
  });

  it("is also returned for a purchase that was accepted and is pending (202)", async () => {
    const pending = () => json({ code: "payment_pending", message: "Wait" }, 202);
    const { error } = await open(fakeFetch(pending)).attach({ customer_id: "ana" });
    expect(error?.code).toBe("payment_pending");
  });
});

describe("a retry", () => {
  it("of a read goes on until there is an answer", async () => {
    const network = fakeFetch(down, html(502), fine);
    expect((await passing(open(network).listFeatures({}))).error).toBeNull();
    expect(network.sent).toHaveLength(3);
  });

  it("of a write with an idempotency key carries the same key each time", async () => {
    const network = fakeFetch(down, html(503), () => json({ success: true }));
    expect((await passing(open(network).attach({ customer_id: "ana" }, KEY))).error).toBeNull();
    const keys = network.sent.map(({ headers }) => headers.get("Idempotency-Key"));
    expect(keys).toEqual(["key-1", "key-1", "key-1"]);
  });

  it("is not made for a write without a key: it may have succeeded", async () => {
    const network = fakeFetch(down, fine);
    expect((await passing(open(network).track(USE))).error?.code).toBe("fetch_failed");
    expect(network.sent).toHaveLength(1);
  });

  it("is not made after a refusal", async () => {
    const network = fakeFetch(() => json({ code: "c", message: "m" }, 404), fine);
    await passing(open(network).listFeatures({}));
    expect(network.sent).toHaveLength(1);
  });

  it("waits as long as the server asks", async () => {
    const network = fakeFetch(busy("3"), fine);
    const call = open(network).listFeatures({});
    await vi.advanceTimersByTimeAsync(2999);
    expect(network.sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect((await call).error).toBeNull();
  });

  it("is not made when the server asks for a long wait", async () => {
    const network = fakeFetch(busy("60"), fine);
    const { error, statusCode } = await open(network).listFeatures({});
    expect([error?.code, error?.retryAfterMs, statusCode]).toEqual([
      ...["rate_limit_exceeded", 60_000, 429],
    ]);
    expect(network.sent).toHaveLength(1);
  });
});

describe("a call that is canceled", () => {
  it("before it starts sends nothing", async () => {
    const network = fakeFetch(fine);
    const { error } = await open(network).listFeatures({}, { signal: AbortSignal.abort() });
    expect(error?.message).toContain("canceled");
    expect(network.sent).toEqual([]);
  });

  it.each([
    ["while it waits for its answer", () => "never" as const],
    ["between two tries", down],
  ])("%s ends at once", async (_, answer) => {
    const network = fakeFetch(answer, fine);
    const controller = new AbortController();
    const call = open(network).listFeatures({}, { signal: controller.signal });
    await vi.advanceTimersByTimeAsync(1);
    controller.abort();
    expect((await call).error?.message).toContain("canceled");
    expect(network.sent).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("retryDelayMs", () => {
  const answered = (status: number, retryAfter: string | null = null) => {
    return { status, retryAfter, text: "" };
  };

  it.each([
    ["no answer, first", { status: null, reason: "" } as const, 1, 250],
    ["no answer, second", { status: null, reason: "" } as const, 2, 500],
    ["500", answered(500), 1, 250],
    ["429 in a second", answered(429, "1"), 1, 1000],
    ["429 with a wait of 0: the usual pause", answered(429, "0"), 1, 250],
    ["503 with a date: the usual pause", answered(503, "Sat, 01 Nov 2025 00:00:00 GMT"), 1, 250],
    ["503 in ten seconds", answered(503, "10"), 1, 10_000],
    ["503 in eleven", answered(503, "11"), 1, null],
    ["404", answered(404), 1, null],
    ["501", answered(501), 1, null],
    ["200", answered(200), 1, null],
  ])("after %s", (_, answer, tries, expected) => {
    expect(retryDelayMs(answer, tries, 0.5)).toBe(expected);
  });

  it("adds jitter to the pauses, so that clients do not come back together", () => {
    const lost = { status: null, reason: "" } as const;
    expect([retryDelayMs(lost, 1, 0), retryDelayMs(lost, 1, 0.999)]).toEqual([125, 374.75]);
  });
});
