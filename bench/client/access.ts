import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Customer, CustomerFeature } from "../../packages/billing/src/contract/wire";
import { indexAccess } from "../../packages/billing/src/react/flows/access-index";
import { isAccessAllowed } from "../../packages/billing/src/react/flows/check";

/** Nanoseconds of one local check, for each client. */
export interface AccessTime {
  features: number;
  way: Way;
  ours: number;
  /** Bytes that a call of ours allocates. */
  "ours, bytes": number;
  "autumn-js 0.1.85": number;
  "autumn-js 1.3.13": number;
}
type Way = "direct" | "credits";

const FEATURE_COUNTS = [1, 10, 100, 1000];
const WAYS: readonly Way[] = ["direct", "credits"];
const ROUNDS = 15;
const ROUND_MS = 60;
/** Few enough that no garbage collection happens meanwhile. */
const COUNTED_CALLS = 100_000;
const NS_PER_MS = 1_000_000;
const MICROS_PER_MS = 1000;
const ASKED = "asked";
const PLENTY = 1_000_000;

type OldCheck = (ask: { customer: object; params: { featureId: string } }) => {
  data: { allowed: boolean };
};
type NewCheck = (ask: { customer: object; params: { featureId: string } }) => { allowed: boolean };

/** The functions behind the peers' local checks; their packages do not export them. */
async function peerChecks() {
  const require = createRequire(import.meta.url);
  const beside = async (entry: string, chunk: string): Promise<unknown> =>
    await import(pathToFileURL(join(dirname(entry), chunk)).href);
  const old = await beside(require.resolve("autumn-js/react"), "chunk-BVK3DYFG.mjs");
  const newer = await beside(require.resolve("autumn-js-1/react"), "chunk-Q7HVHWDK.mjs");
  return {
    // Their versions are pinned, so the names and shapes are known.
    handleCheck: (old as { handleCheck: OldCheck }).handleCheck,
    getLocalCheckResponse: (newer as { getLocalCheckResponse: NewCheck }).getLocalCheckResponse,
  };
}

const feature = (id: string, balance: number): CustomerFeature => ({
  id,
  name: id,
  type: "single_use",
  interval: "month",
  interval_count: 1,
  unlimited: false,
  balance,
  usage: 0,
  included_usage: balance,
  next_reset_at: null,
  overage_allowed: false,
});

/**
 * `count` features; the checked one has its own balance, or the last one, a credit
 * system, pays for it.
 */
function featuresOf(count: number, way: Way): CustomerFeature[] {
  const credits: CustomerFeature = {
    ...feature("credits", PLENTY),
    credit_schema: [{ feature_id: ASKED, credit_amount: 2 }],
  };
  const asked = feature(ASKED, way === "direct" ? PLENTY : 0);
  const fillers = (rest: number) =>
    Array.from({ length: rest }, (_, index) => feature(`filler_${index}`, PLENTY));
  if (count === 1) return way === "direct" ? [asked] : [credits];
  return [asked, ...fillers(count - 2), credits];
}

function customerOf(features: readonly CustomerFeature[]): Customer {
  return {
    id: "ana",
    name: null,
    email: null,
    fingerprint: null,
    metadata: {},
    stripe_id: null,
    env: "sandbox",
    created_at: 0,
    products: [],
    features: Object.fromEntries(features.map((each) => [each.id, each])),
  };
}

/** The same customer in the format of version 1 of the peer's API. */
function newerCustomerOf(features: readonly CustomerFeature[]): object {
  const balances = features.map((each) => {
    const creditSchema = each.credit_schema?.map(({ feature_id, credit_amount }) => ({
      meteredFeatureId: feature_id,
      creditCost: credit_amount,
    }));
    const { id, balance: remaining } = each;
    const type = creditSchema ? "credit_system" : "metered";
    return [id, { remaining, unlimited: false, feature: { id, type, creditSchema } }] as const;
  });
  return { id: "ana", flags: {}, balances: Object.fromEntries(balances) };
}

/** Nanoseconds of a call, the minimum of some rounds: other load only adds to it. */
function time(ask: () => boolean, expected: boolean): number {
  if (ask() !== expected)
    throw new Error("The clients do not agree, so there is nothing to compare");
  let calls = 1;
  while (run(ask, calls) < ROUND_MS) calls *= 2;
  const rounds = Array.from({ length: ROUNDS }, () => (run(ask, calls) / calls) * NS_PER_MS);
  return Math.min(...rounds);
}

/** Bytes that a call allocates, the minimum of some rounds. */
function allocated(ask: () => boolean): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = process.memoryUsage().heapUsed;
    run(ask, COUNTED_CALLS);
    return (process.memoryUsage().heapUsed - before) / COUNTED_CALLS;
  });
  return Math.min(...rounds.filter((bytes) => bytes >= 0));
}

/**
 * CPU milliseconds of many calls, so that other load does not count. The results are counted, so
 * that no call is optimised away.
 */
function run(ask: () => boolean, calls: number): number {
  const began = process.cpuUsage();
  let allowed = 0;
  for (let call = 0; call < calls; call++) if (ask()) allowed++;
  const { user, system } = process.cpuUsage(began);
  if (allowed !== 0 && allowed !== calls) throw new Error("A check changed its mind");
  return (user + system) / MICROS_PER_MS;
}

/** The cost of the loop itself, after every client has run: a call that does nothing. */
export function measureLoop(): number {
  return time(() => true, true);
}

/** Times the local check of the three clients on the same customers, in one process. */
export async function measureAccess(): Promise<AccessTime[]> {
  const { handleCheck, getLocalCheckResponse } = await peerChecks();
  return FEATURE_COUNTS.flatMap((count) =>
    WAYS.map((way): AccessTime => {
      const features = featuresOf(count, way);
      const known = { index: indexAccess(customerOf(features)), loading: false };
      const customer = customerOf(features);
      const newer = newerCustomerOf(features);
      const params = { featureId: ASKED };
      const ask = () => isAccessAllowed(known, params);
      // The newer peer denies what only credits grant.
      const newerAllows = way === "direct" || count > 1;
      return {
        features: count,
        way,
        ours: time(ask, true),
        "ours, bytes": allocated(ask),
        "autumn-js 0.1.85": time(() => handleCheck({ customer, params }).data.allowed, true),
        "autumn-js 1.3.13": time(
          () => getLocalCheckResponse({ customer: newer, params }).allowed,
          newerAllows,
        ),
      };
    }),
  );
}
