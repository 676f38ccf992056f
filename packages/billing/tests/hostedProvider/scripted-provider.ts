import { beforeEach, vi } from "vitest";
import type { Doc } from "../../src/component/_generated/dataModel";
import type { JobKind } from "../../src/contract";
import { openBilling } from "../../../../tests/convex/backend";

export const NOW = Date.UTC(2026, 0, 31);
export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

/** Each test of the file starts at NOW, on a deployment with a remote provider. */
export function scriptProvider(): void {
  beforeEach(() => {
    // Scheduled functions do not run: each step is taken by its test.
    vi.useFakeTimers({
      toFake: ["Date", "setTimeout", "clearTimeout"],
      now: NOW,
    });
    vi.stubEnv("AUTUMN_SECRET_KEY", "sk_1");
    vi.spyOn(console, "error").mockReturnValue();
    vi.spyOn(console, "warn").mockReturnValue();
  });
}

export const wait = (ms: number) => vi.setSystemTime(Date.now() + ms);

export type Site = ReturnType<typeof open>;

/** A site with a remote provider that answers each request as the test says. */
export function open() {
  const t = openBilling();
  const sent: { url: string; key: string | null; body: unknown }[] = [];
  const answers: (() => Response)[] = [];
  vi.stubGlobal("fetch", async (url: string, { headers, body }: RequestInit) => {
    const key = new Headers(headers).get("Idempotency-Key");
    sent.push({
      url,
      key,
      body: typeof body === "string" ? (JSON.parse(body) as unknown) : null,
    });
    return await Promise.resolve(answers.shift()?.() ?? says(404, "not_found"));
  });
  return { t, sent, answers };
}

export const says = (status: number, code: string) =>
  Response.json({ code, message: "Because" }, { status, headers: { "Retry-After": "99" } });

type Use = Omit<Doc<"outbox">, "_id" | "_creationTime">;
const USE: Use = {
  ...{ customer_id: "ada", entity_id: null, feature_id: "uploads", value: 2 },
  ...{
    paid_by: "uploads",
    amount: 2,
    state: "queued" as const,
    message: null,
  },
  ...{ overdue_at: NOW + MINUTE_MS, settled_at: null },
};

export const queue = async ({ t }: Site, use: Partial<Use> = {}) =>
  await t.run((ctx) => ctx.db.insert("outbox", { ...USE, ...use }));
export const jobsOf = async ({ t }: Site, kind: JobKind) =>
  (await t.run((ctx) => ctx.db.query("jobs").take(99))).filter((job) => job.kind === kind);
