import type { Database } from "../store/database";
import type { Snapshot } from "../store/state";
import { HttpFailure } from "./body";
import { decodeU64, encodeU64 } from "./protocol";

/** How old a state may be for a query: clients must not rely on more. */
const KEPT_MS = 30_000;
/** States share most of their memory; still their number is limited. */
const MOST_KEPT = 1_000;

/** The states that clients asked for, so that several queries see the same one. */
export class Past {
  readonly #kept = new Map<bigint, { snapshot: Snapshot; untilMs: number }>();

  constructor(private readonly database: Pick<Database, "head">) {}

  /** The timestamp of the newest state, which can be queried from now on. */
  keep(nowMs = Date.now()): string {
    const snapshot = this.database.head;
    this.#kept.delete(snapshot.ts);
    this.#kept.set(snapshot.ts, { snapshot, untilMs: nowMs + KEPT_MS });
    for (const [ts, { untilMs }] of this.#kept)
      if (untilMs < nowMs || this.#kept.size > MOST_KEPT) this.#kept.delete(ts);
    return encodeU64(snapshot.ts);
  }

  /** @throws HttpFailure 400 for an invalid timestamp, or one that is too old */
  at(ts: unknown): Snapshot {
    const time = typeof ts === "string" ? decodeU64(ts) : null;
    if (time === null) throw new HttpFailure(400, "BadJsonBody", "`ts` must be a timestamp.");
    const found = this.#kept.get(time);
    if (found) return found.snapshot;
    throw new HttpFailure(400, "SnapshotTooOld", "This timestamp is too old to be read at.");
  }
}
