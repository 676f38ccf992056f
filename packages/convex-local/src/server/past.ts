import type { Database } from "../store/database";
import type { Snapshot } from "../store/state";
import { HttpFailure } from "./body";
import { decodeU64, encodeU64 } from "./protocol";

/** How old a state may be for a query: clients must not rely on more. */
const KEPT_MS = 30_000;
/** States share most of their memory; still their number is limited. */
const MOST_KEPT = 1_000;

/** The states that clients requested, so that several queries see the same one. */
export class Past {
  readonly #kept = new Map<bigint, { snapshot: Snapshot; ending: NodeJS.Timeout }>();

  constructor(private readonly database: Pick<Database, "head">) {}

  /** The timestamp of the newest state, which can be queried for 30 seconds from now on. */
  keep(): string {
    const snapshot = this.database.head;
    this.#drop(snapshot.ts);
    const ending = setTimeout(() => this.#drop(snapshot.ts), KEPT_MS).unref();
    this.#kept.set(snapshot.ts, { snapshot, ending });
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size > MOST_KEPT) this.#drop(oldest);
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

  #drop(ts: bigint): void {
    clearTimeout(this.#kept.get(ts)?.ending);
    this.#kept.delete(ts);
  }
}
