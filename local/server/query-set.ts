import { createHash } from "node:crypto";
import type { Caller, QueryRun, Runtime } from "../runtime/types";
import { overlaps } from "../store/read-set";
import type { Commit, ReadSet, Snapshot } from "../store/types";
import type { AddQuery, Modification, RemoveQuery } from "./protocol";

interface Subscription {
  path: string;
  args: AddQuery["args"][number];
  journal: string | null;
  isStale: boolean;
  readSet: ReadSet;
  readsIdentity: boolean;
  /** Of the answer that the client holds; null before the first. */
  answer: string | null;
}

const READS_NOTHING: ReadSet = new Map();

/** The queries that one client watches, with what each depends on. */
export class QuerySet {
  private readonly subscriptions = new Map<number, Subscription>();
  private removed: number[] = [];
  /** Commits since the snapshot that a refresh in progress looks at. */
  private missed: Commit[] | null = null;

  constructor(private readonly query: Runtime["query"]) {}

  modify(modifications: readonly (AddQuery | RemoveQuery)[]): void {
    for (const modification of modifications) {
      if (modification.type === "Remove") {
        this.subscriptions.delete(modification.queryId);
        this.removed.push(modification.queryId);
      } else {
        this.subscriptions.set(modification.queryId, toSubscription(modification));
      }
    }
  }

  /** Whether a refresh is due. */
  invalidate(commit: Commit): boolean {
    this.missed?.push(commit);
    let isAnyStale = false;
    for (const subscription of this.subscriptions.values()) {
      subscription.isStale ||= overlaps(subscription.readSet, commit.writes);
      isAnyStale ||= subscription.isStale;
    }
    return isAnyStale;
  }

  invalidateAll(): void {
    for (const subscription of this.subscriptions.values()) subscription.isStale = true;
  }

  /** Runs what is stale at the snapshot; tells what the client must learn. */
  async refresh(
    caller: Caller,
    snapshot: Snapshot,
    isNewIdentity: boolean,
  ): Promise<{ modifications: Modification[]; isStale: boolean }> {
    const missed: Commit[] = (this.missed = []);
    const removals = this.removed.map((queryId) => ({ type: "QueryRemoved", queryId }) as const);
    this.removed = [];
    const due = [...this.subscriptions].filter(
      ([, { isStale, readsIdentity }]) => isStale || (isNewIdentity && readsIdentity),
    );
    for (const [, subscription] of due) subscription.isStale = false;
    const updates = await Promise.all(
      due.map(async ([queryId, subscription]) => {
        const { path, args, journal } = subscription;
        const run = await this.query({ path, args, caller }, { snapshot, journal });
        return applyRun(queryId, subscription, run, missed);
      }),
    );
    this.missed = null;
    const isStale = [...this.subscriptions.values()].some((subscription) => subscription.isStale);
    return { modifications: [...removals, ...updates.flat()], isStale };
  }
}

function toSubscription({ udfPath, args, journal }: AddQuery): Subscription {
  return {
    path: udfPath,
    args: args[0] ?? {},
    journal: journal ?? null,
    isStale: true,
    readSet: READS_NOTHING,
    readsIdentity: false,
    answer: null,
  };
}

/** Remembers the run; tells the client only if it holds another answer. */
function applyRun(
  queryId: number,
  subscription: Subscription,
  run: QueryRun,
  missed: readonly Commit[],
): Modification[] {
  const { readSet, readsIdentity, journal } = run;
  const isStale = subscription.isStale || missed.some(({ writes }) => overlaps(readSet, writes));
  const answer = digest(run);
  const isNew = answer !== subscription.answer;
  Object.assign(subscription, { readSet, readsIdentity, journal, isStale, answer });
  return isNew ? [toModification(queryId, run)] : [];
}

function toModification(queryId: number, run: QueryRun): Modification {
  const { outcome, logLines, journal } = run;
  return outcome.success
    ? { type: "QueryUpdated", queryId, value: outcome.value, logLines, journal }
    : {
        type: "QueryFailed",
        queryId,
        errorMessage: outcome.message,
        ...(outcome.data !== undefined && { errorData: outcome.data }),
        logLines,
        journal,
      };
}

/** Two runs with equal digests look the same to a client. */
function digest({ outcome, logLines }: QueryRun): string {
  const text = JSON.stringify([outcome, logLines]).replace(/\[Request ID: \w+\]/, "");
  return createHash("sha256").update(text).digest("base64");
}
