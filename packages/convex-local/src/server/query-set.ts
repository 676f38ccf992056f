import { serializeAnswer, type SerializedAnswer } from "../runtime/answer-text";
import type { Answer } from "../runtime/query-cache";
import type { Runtime } from "../runtime/runtime";
import type { Caller } from "../runtime/types";
import type { Snapshot } from "../store/state";
import type { Held } from "./memory";
import { addressOf, type QueryChange } from "./protocol";

interface Subscription {
  /** Function and arguments as JSON, which takes less memory than its parts. */
  readonly call: string;
  journal: string | null;
  isStale: boolean;
  /** The hash of the answer that the client has; null before the first one. */
  sentHash: string | null;
  unsubscribe: () => void;
  /** Releases the memory of the arguments. */
  readonly release: () => void;
}

/** Updates for a client as JSON, and what to call once it has received them. */
interface Refreshed {
  modifications: string[];
  release: () => void;
}

/** The number of queries that one client may watch; a page of a site watches some tens. */
export const MAX_SUBSCRIPTIONS = 1_000;

/** The memory of a subscription beside its arguments. */
const SUBSCRIPTION_BYTES = 1_000;
/** How many queries of one client run at the same time. */
const AT_ONCE = 4;

const nothing = () => undefined;

/** The queries that one client watches, with the dependencies of each. */
export class QuerySet {
  private readonly subscriptions = new Map<number, Subscription>();
  private removed: number[] = [];

  constructor(
    private readonly runtime: Pick<Runtime, "answer" | "release">,
    private readonly onStale: () => void,
    /** Counts memory held for the client until the returned function is called. */
    private readonly hold: (thing: Held) => () => void,
  ) {}

  /** The number of subscriptions, or of ended ones that the client has not read yet if larger. */
  get size(): number {
    return Math.max(this.subscriptions.size, this.removed.length);
  }

  modify(changes: readonly QueryChange[]): void {
    for (const change of changes) {
      const { type, queryId, journal = null } = change;
      this.end(queryId);
      if (type === "Remove") {
        this.removed.push(queryId);
        continue;
      }
      const call = JSON.stringify(addressOf(change));
      const bytes = SUBSCRIPTION_BYTES + call.length + (journal?.length ?? 0);
      const unanswered = { isStale: true, sentHash: null, unsubscribe: nothing };
      const release = this.hold({ bytes });
      this.subscriptions.set(queryId, { call, journal, release, ...unanswered });
    }
  }

  invalidateAll(): void {
    for (const subscription of this.subscriptions.values()) subscription.isStale = true;
  }

  get isStale(): boolean {
    return [...this.subscriptions.values()].some(({ isStale }) => isStale);
  }

  /** Finds stale queries at the snapshot. @throws Overloaded */
  async refresh(caller: Caller, client: string, snapshot: Snapshot): Promise<Refreshed> {
    const removals = this.removed.map(
      (queryId) => `{"type":"QueryRemoved","queryId":${JSON.stringify(queryId)}}`,
    );
    this.removed = [];
    const stale = [...this.subscriptions].filter(([, { isStale }]) => isStale);
    for (const [, subscription] of stale) subscription.isStale = false;
    const due = stale.entries();
    const updates: string[][] = [];
    const held: (() => void)[] = [];
    const release = () => held.forEach((each) => each());
    const askInTurn = async () => {
      // All workers take from the same iterator.
      for (const [index, [queryId, subscription]] of due) {
        // The client may have left it, or the connection, in the meantime.
        if (this.subscriptions.get(queryId) !== subscription) continue;
        const { journal } = subscription;
        const call = { ...(JSON.parse(subscription.call) as Address), caller, client };
        const answer = await this.runtime.answer(call, { snapshot, journal });
        if (this.subscriptions.get(queryId) !== subscription) continue;
        this.subscribe(subscription, answer);
        const serialized = serializeAnswer(answer.run);
        held.push(this.hold(serialized));
        updates[index] = changeFor(queryId, subscription, answer, serialized);
      }
    };
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, askInTurn));
    } catch (error) {
      release();
      throw error;
    }
    return { modifications: [...removals, ...updates.flat()], release };
  }

  close(): void {
    for (const queryId of [...this.subscriptions.keys()]) this.end(queryId);
  }

  private end(queryId: number): void {
    const subscription = this.subscriptions.get(queryId);
    this.subscriptions.delete(queryId);
    subscription?.unsubscribe();
    subscription?.release();
  }

  private subscribe(subscription: Subscription, { dependency }: Answer): void {
    subscription.unsubscribe();
    if (dependency.isStale) {
      subscription.isStale = true;
      return;
    }
    const release = this.hold(dependency);
    const cancel = dependency.subscribe(() => {
      subscription.isStale = true;
      this.onStale();
    });
    subscription.unsubscribe = () => {
      cancel();
      release();
      this.runtime.release(dependency);
      subscription.unsubscribe = nothing;
    };
  }
}

type Address = ReturnType<typeof addressOf>;

/** Records the answer; empty if the client has the same one. */
function changeFor(
  queryId: number,
  subscription: Subscription,
  { run }: Answer,
  { hash, rest }: SerializedAnswer,
): string[] {
  const isNew = hash !== subscription.sentHash;
  subscription.journal = run.journal;
  subscription.sentHash = hash;
  const type = run.outcome.success ? "QueryUpdated" : "QueryFailed";
  return isNew ? [`{"type":"${type}","queryId":${JSON.stringify(queryId)},${rest}}`] : [];
}
