import { serializeAnswer } from "../runtime/answer-text";
import type { Answer } from "../runtime/query-cache";
import type { Runtime } from "../runtime/runtime";
import type { Caller } from "../runtime/types";
import type { Snapshot } from "../store/state";
import { addressOf, type QueryChange } from "./protocol";

interface Subscription {
  call: ReturnType<typeof addressOf>;
  journal: string | null;
  isStale: boolean;
  /** The answer that the client has, as text; null before the first one. */
  sentContent: string | null;
  unsubscribe: () => void;
}

/** The number of queries that one client may watch; a page of a site watches some tens. */
export const MAX_SUBSCRIPTIONS = 1_000;

const nothing = () => undefined;

/** The queries that one client watches, with the dependencies of each. */
export class QuerySet {
  private readonly subscriptions = new Map<number, Subscription>();
  private removed: number[] = [];

  constructor(
    private readonly runtime: Pick<Runtime, "answer" | "release">,
    private readonly onStale: () => void,
  ) {}

  get size(): number {
    return this.subscriptions.size;
  }

  modify(changes: readonly QueryChange[]): void {
    for (const change of changes) {
      const { type, queryId, journal = null } = change;
      this.subscriptions.get(queryId)?.unsubscribe();
      if (type === "Remove") {
        this.subscriptions.delete(queryId);
        this.removed.push(queryId);
      } else {
        const call = addressOf(change);
        const unanswered = { isStale: true, sentContent: null, unsubscribe: nothing };
        this.subscriptions.set(queryId, { call, journal, ...unanswered });
      }
    }
  }

  invalidateAll(): void {
    for (const subscription of this.subscriptions.values()) subscription.isStale = true;
  }

  get isStale(): boolean {
    return [...this.subscriptions.values()].some(({ isStale }) => isStale);
  }

  /** Finds stale queries at the snapshot; returns the client's updates as JSON. */
  async refresh(caller: Caller, client: string, snapshot: Snapshot): Promise<string[]> {
    const removals = this.removed.map(
      (queryId) => `{"type":"QueryRemoved","queryId":${JSON.stringify(queryId)}}`,
    );
    this.removed = [];
    const due = [...this.subscriptions].filter(([, { isStale }]) => isStale);
    for (const [, subscription] of due) subscription.isStale = false;
    const updates = await Promise.all(
      due.map(async ([queryId, subscription]) => {
        const { journal } = subscription;
        const call = { ...subscription.call, caller, client };
        const answer = await this.runtime.answer(call, { snapshot, journal });
        if (this.subscriptions.get(queryId) === subscription) this.subscribe(subscription, answer);
        return this.changeFor(queryId, subscription, answer);
      }),
    );
    return [...removals, ...updates.flat()];
  }

  close(): void {
    for (const { unsubscribe } of this.subscriptions.values()) unsubscribe();
    this.subscriptions.clear();
  }

  private subscribe(subscription: Subscription, answer: Answer): void {
    subscription.unsubscribe();
    if (answer.isStale) {
      subscription.isStale = true;
      return;
    }
    const cancel = answer.subscribe(() => {
      subscription.isStale = true;
      this.onStale();
    });
    subscription.unsubscribe = () => {
      cancel();
      this.runtime.release(answer);
      subscription.unsubscribe = nothing;
    };
  }

  /** Stores the answer; notifies the client only if it has another one. */
  private changeFor(queryId: number, subscription: Subscription, { run }: Answer): string[] {
    const { content, rest } = serializeAnswer(run);
    const isNew = content !== subscription.sentContent;
    subscription.journal = run.journal;
    subscription.sentContent = content;
    const type = run.outcome.success ? "QueryUpdated" : "QueryFailed";
    return isNew ? [`{"type":"${type}","queryId":${JSON.stringify(queryId)},${rest}}`] : [];
  }
}
