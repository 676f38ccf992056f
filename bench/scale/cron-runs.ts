import { ALL_KEYS } from "../../packages/convex-local/src/codec/keys";
import { openStage } from "../engine/stage";
import type { Stage } from "../engine/stage";
import { insertMany } from "./rows";
import type { Insert } from "./rows";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** The minimal rate of a cron's transactions per second: each takes some milliseconds. */
const PER_SECOND = 10;
const EXPIRED = 1_000_000;

/** Expired rows, and how a cron deletes them. */
export interface Swept {
  expired: number;
  transactions: number;
  "most written in one": number;
  /** For a million rows, at ten transactions a second. */
  "hours for 1,000,000": number;
}

interface Sweep {
  table: string;
  write: (insert: Insert, n: number) => void;
}

/** Each deletes old rows of a table, one batch at a time. */
const SWEEPS: Readonly<Record<string, Sweep>> = {
  "community/views:deleteOld": {
    table: "views",
    write: (insert, n) => insert("views", { artworkId: `w${n}`, viewerId: `v${n}`, day: 1 }),
  },
  "community/uploads/publishing:deleteExpired": {
    table: "uploadTickets",
    write: (insert, n) => {
      const file = { profileId: `p${n}`, mediaType: "image/png", bytes: 1, isUsed: false };
      insert("uploadTickets", { ...file, token: `t${n}` });
    },
  },
  "billing/lifecycle/retention:deleteOld": {
    table: "billing/idempotencyKeys",
    write: (insert, n) => insert("billing/idempotencyKeys", { key: `k${n}`, created_at: 1 }),
  },
};

/** Runs each cron until it schedules no further batch. Throws when rows are left. */
export async function measureSweeps(expired: number): Promise<Record<string, Swept>> {
  let now = Date.UTC(2025, 3, 1);
  const stage = await openStage(() => now);
  try {
    for (const { write } of Object.values(SWEEPS)) insertMany(stage, expired, write);
    now = Date.now() + 60 * DAY_MS;
    const swept: Record<string, Swept> = {};
    for (const [path, { table }] of Object.entries(SWEEPS))
      swept[path] = await sweep(stage, path, table, expired);
    return swept;
  } finally {
    await stage.close();
  }
}

async function sweep(stage: Stage, path: string, table: string, expired: number): Promise<Swept> {
  let [transactions, most, isScheduled] = [0, 0, true];
  while (isScheduled) {
    const { work } = await stage.run(path);
    transactions += 1;
    most = Math.max(most, work.written);
    isScheduled = work.inserted.some((row) => row.table.endsWith("_scheduled_functions"));
  }
  const left = [...stage.database.begin().scan(table, "by_creation_time", ALL_KEYS, "asc")];
  if (left.length > 0) throw new Error(`${path} left ${left.length} rows of ${table}`);
  const forAll = ((transactions - 1) * EXPIRED) / expired;
  const hours = (forAll / PER_SECOND / 3600).toFixed(1);
  return {
    ...{ expired, transactions, "most written in one": most },
    "hours for 1,000,000": Number(hours),
  };
}
