import type { Runtime } from "../runtime/runtime";
import type { Caller, QueryRun } from "../runtime/types";
import type { Commit } from "../store/database";
import type { Snapshot } from "../store/state";
import { overlaps, type ReadSet } from "../store/transaction";
import { errorDataOf, type Modification, type QueryChange } from "./protocol";

interface Subscription {
  path: string;
  args: QueryChange["args"][number];
  journal: string | null;
  isStale: boolean;
  readSet: ReadSet;
  /** What the client holds, as text; null before the first answer. */
  answer: string | null;
}

/** The queries that one client watches, with what each depends on. */
export class QuerySet {
  private readonly subscriptions = new Map<number, Subscription>();
  private removed: number[] = [];
  /** Commits since the snapshot that a refresh in progress looks at. */
  private missed: Commit[] | null = null;

  constructor(private readonly query: Runtime["query"]) {}

  modify(changes: readonly QueryChange[]): void {
    for (const { type, queryId, udfPath, args, journal = null } of changes)
      if (type === "Remove") {
        this.subscriptions.delete(queryId);
        this.removed.push(queryId);
      } else {
        const call = { path: udfPath, args: args[0] ?? {}, journal };
        const unanswered = { isStale: true, readSet: new Map(), answer: null };
        this.subscriptions.set(queryId, { ...call, ...unanswered });
      }
  }

  invalidate(commit: Commit): boolean {
    this.missed?.push(commit);
    for (const subscription of this.subscriptions.values())
      subscription.isStale ||= overlaps(subscription.readSet, commit.writes);
    return this.isStale;
  }

  invalidateAll(): void {
    for (const subscription of this.subscriptions.values()) subscription.isStale = true;
  }

  get isStale(): boolean {
    return [...this.subscriptions.values()].some(({ isStale }) => isStale);
  }

  /** Runs what is stale at the snapshot; tells what the client must learn. */
  async refresh(caller: Caller, snapshot: Snapshot): Promise<Modification[]> {
    const missed: Commit[] = (this.missed = []);
    const removals = this.removed.map((queryId) => ({ type: "QueryRemoved", queryId }) as const);
    this.removed = [];
    const due = [...this.subscriptions].filter(([, { isStale }]) => isStale);
    for (const [, subscription] of due) subscription.isStale = false;
    const updates = await Promise.all(
      due.map(async ([queryId, subscription]) => {
        const { path, args, journal } = subscription;
        const run = await this.query({ path, args, caller }, { snapshot, journal });
        return applyRun(queryId, subscription, run, missed);
      }),
    );
    this.missed = null;
    return [...removals, ...updates.flat()];
  }
}

/** Remembers the run; tells the client only if it holds another answer. */
function applyRun(
  queryId: number,
  subscription: Subscription,
  run: QueryRun,
  missed: readonly Commit[],
): Modification[] {
  const { readSet, journal, outcome, logLines } = run;
  const answer = JSON.stringify([outcome, logLines]).replace(/\[Request ID: \w+\]/, "");
  const isNew = answer !== subscription.answer;
  subscription.isStale ||= missed.some(({ writes }) => overlaps(readSet, writes));
  Object.assign(subscription, { readSet, journal, answer });
  if (!isNew) return [];
  const rest = { queryId, ...errorDataOf(run), logLines, journal };
  return outcome.success
    ? [{ type: "QueryUpdated", value: outcome.value, ...rest }]
    : [{ type: "QueryFailed", errorMessage: outcome.message, ...rest }];
}
