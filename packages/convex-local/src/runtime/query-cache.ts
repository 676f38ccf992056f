import { getHeapStatistics } from "node:v8";
import type { Commit, Database } from "../store/database";
import type { Snapshot } from "../store/state";
import { overlaps, type ReadSet } from "../store/transaction";
import { hashOf, lengthOfReads, lengthOfTexts } from "./answer-text";
import type { Rounds } from "./rounds";
import type { Audience, Call, Caller, QueryRun } from "./types";

/**
 * Beyond this total length, the least recently used answers are dropped. An answer
 * takes several times the memory of its text, so small machines keep fewer.
 */
const MAX_KEPT_CHARACTERS = Math.min(64 * 1024 * 1024, getHeapStatistics().heap_size_limit / 16);

const NEVER = -1;

/**
 * What an answer depends on. It is valid from its snapshot until a commit changes
 * something that it depends on. Subscriptions hold it without the answer, which may be
 * large.
 */
export class Dependency {
  readonly #subscribers = new Set<() => void>();
  readonly bytes: number;
  /** When it became invalid; null while it is valid. */
  #until: bigint | null;

  constructor(
    readonly readSet: ReadSet,
    readonly from: bigint,
    until: bigint | null,
  ) {
    this.#until = until;
    this.bytes = lengthOfReads(readSet);
  }

  get isStale(): boolean {
    return this.#until !== null;
  }

  isValidAt(ts: bigint): boolean {
    return this.from <= ts && (this.#until === null || ts < this.#until);
  }

  /** Calls back once, when it becomes invalid. */
  subscribe(onStale: () => void): () => void {
    this.#subscribers.add(onStale);
    return () => this.#subscribers.delete(onStale);
  }

  get isWatched(): boolean {
    return this.#subscribers.size > 0;
  }

  expire(ts: bigint): void {
    this.#until ??= ts;
    for (const onStale of this.#subscribers) onStale();
    this.#subscribers.clear();
  }
}

/** The answer of one run. */
export interface Answer {
  readonly run: QueryRun;
  readonly dependency: Dependency;
  /** The only identity that may get it; null: the same for everyone. */
  readonly owner: string | null;
}

function isFor({ owner, dependency }: Answer, who: string, ts: bigint): boolean {
  return (owner === null || owner === who) && dependency.isValidAt(ts);
}

/** A run that is queued or running. */
interface Pending {
  readonly who: string;
  readonly ts: bigint;
  readonly answer: Promise<Answer>;
  /** Commits since its snapshot. */
  readonly missed: Commit[];
  readonly lineUp: (client: string) => void;
}

/** All answers to the same query: for everyone, or for one identity each. */
class Question {
  readonly pending = new Set<Pending>();
  readonly answers = new Map<string | null, Answer>();

  constructor(
    readonly key: string,
    readonly path: string,
  ) {}
}

type Execute = (
  call: Call,
  given: { snapshot: Snapshot; journal: string | null },
  audience: Audience,
) => Promise<QueryRun>;

function identityOf(caller: Caller): string {
  if ("problem" in caller) return caller.problem ?? "";
  return "identity" in caller ? JSON.stringify(caller.identity) : "";
}

/**
 * Runs a query once for everyone who asks the same of the same snapshot, and keeps
 * the answer until a commit touches what it read. The identity is part of the key
 * only if the function reads it: until a first run has shown that, no caller gets
 * an answer that was made for another.
 */
export class QueryCache {
  readonly #questions = new Map<string, Question>();
  readonly #pending = new Set<Pending>();
  /** The answers that depend on an index, by its address. */
  readonly #readers = new Map<string, Set<Dependency>>();
  /** In the order of their last use, with the length of their texts. */
  readonly #kept = new Map<Dependency, { question: Question; answer: Answer; length: number }>();
  readonly #askWho = new Set<string>();
  #length = 0;
  #version = 0;

  constructor(
    private readonly execute: Execute,
    private readonly database: Database,
    private readonly rounds: Rounds,
    private readonly maxLength = MAX_KEPT_CHARACTERS,
  ) {}

  /** An answer that is valid for the snapshot, by default the newest. */
  async ask(
    call: Call,
    given: { snapshot?: Snapshot; journal?: string | null },
    audience: Audience,
  ): Promise<Answer> {
    const { snapshot = this.database.head, journal = null } = given;
    // The administrator may get more of a failure than others.
    const isAdmin = call.caller.kind === "admin";
    const name = JSON.stringify([call.component ?? "", call.path]);
    const key = hashOf(JSON.stringify([name, call.args, journal, audience, isAdmin]));
    const who = identityOf(call.caller);
    for (;;) {
      const question = this.#questionOf(key, name);
      const known = this.#find(question, who, snapshot.ts);
      if (known) return known;
      const pending =
        this.#findPending(question, who, snapshot.ts) ??
        this.#start(question, call, { snapshot, journal }, audience, who);
      pending.lineUp(call.client ?? "");
      const answer = await pending.answer;
      if (pending.who === who && pending.ts === snapshot.ts) return answer;
      if (isFor(answer, who, snapshot.ts)) return answer;
    }
  }

  /** Drops answers that depend on a commit; running queries check it when they end. */
  invalidate(commit: Commit): void {
    for (const { missed } of this.#pending) missed.push(commit);
    const stale = new Set<Dependency>();
    for (const address of commit.writes.keys())
      for (const dependency of this.#readers.get(address) ?? [])
        if (!stale.has(dependency) && overlaps(dependency.readSet, commit.writes))
          stale.add(dependency);
    for (const dependency of stale) this.#expire(dependency, commit.ts);
  }

  /** New code: all answers become invalid, including those of running queries. */
  clear(): void {
    this.#version += 1;
    this.#askWho.clear();
    this.#questions.clear();
    this.#pending.clear();
    const all = new Set([...this.#readers.values()].flatMap((readers) => [...readers]));
    for (const each of [...all, ...this.#kept.keys()]) this.#expire(each, each.from);
  }

  /** Must be called when a subscription ends: an answer without watchers may be dropped. */
  release(dependency: Dependency): void {
    if (!dependency.isWatched && !this.#kept.has(dependency)) this.#unlist(dependency);
  }

  #questionOf(key: string, path: string): Question {
    const known = this.#questions.get(key);
    if (known) return known;
    const question = new Question(key, path);
    this.#questions.set(key, question);
    return question;
  }

  #find({ answers }: Question, who: string, ts: bigint): Answer | null {
    for (const owner of [null, who]) {
      const answer = answers.get(owner);
      if (!answer || !isFor(answer, who, ts)) continue;
      // Time-dependent answers and failures are not reused: the clock moves on, and a failure may
      // have been a timeout.
      if (answer.run.isUnsteady || !answer.run.outcome.success) continue;
      const { dependency } = answer;
      const kept = this.#kept.get(dependency);
      this.#kept.delete(dependency);
      if (kept) this.#kept.set(dependency, kept);
      return answer;
    }
    return null;
  }

  /** Another caller's run is shared unless the function is known to read the identity. */
  #findPending({ pending, path }: Question, who: string, ts: bigint): Pending | undefined {
    return [...pending].find(
      (each) => each.ts <= ts && (each.who === who || !this.#askWho.has(path)),
    );
  }

  /** It runs at the first turn of any client that waits for it. */
  #start(
    question: Question,
    call: Call,
    given: { snapshot: Snapshot; journal: string | null },
    audience: Audience,
    who: string,
  ): Pending {
    const missed: Commit[] = [];
    const { ts } = given.snapshot;
    // For a past state there is no report of later writes: the answer is valid for that state
    // alone.
    const version = ts < this.database.head.ts ? NEVER : this.#version;
    const clients = new Set<string>();
    let begin: (run: Promise<QueryRun>) => void = () => undefined;
    let hasBegun = false;
    const begun = new Promise<QueryRun>((resolve) => (begin = resolve));
    const lineUp = (client: string) => {
      if (hasBegun || clients.has(client)) return;
      clients.add(client);
      const turn = this.rounds.take(client, async () => {
        if (hasBegun) return;
        hasBegun = true;
        const run = this.execute(call, given, audience);
        begin(run);
        await run;
      });
      turn.catch(() => undefined); // told to those who wait for the answer
    };
    const answer = begun
      .then((run) => this.#settle(question, run, { ts, who, missed, version }))
      .finally(() => {
        this.#pending.delete(pending);
        question.pending.delete(pending);
        this.#tidy(question);
      });
    const pending: Pending = { who, ts, answer, missed, lineUp };
    this.#pending.add(pending);
    question.pending.add(pending);
    return pending;
  }

  #settle(
    question: Question,
    run: QueryRun,
    { ts, who, missed, version }: { ts: bigint; who: string; missed: Commit[]; version: number },
  ): Answer {
    if (run.asksWho) this.#askWho.add(question.path);
    const late = missed.find(({ writes }) => overlaps(run.readSet, writes));
    const until = version === this.#version ? (late?.ts ?? null) : ts;
    const dependency = new Dependency(run.readSet, ts, until);
    const answer = { run, dependency, owner: run.asksWho ? who : null };
    if (until === null) this.#keep(question, answer);
    return answer;
  }

  #keep(question: Question, answer: Answer): void {
    const { dependency, owner, run } = answer;
    for (const address of dependency.readSet.keys()) {
      const readers = this.#readers.get(address) ?? new Set();
      this.#readers.set(address, readers.add(dependency));
    }
    const replaced = question.answers.get(owner);
    if (replaced) this.#forget(replaced.dependency);
    question.answers.set(owner, answer);
    this.#questions.set(question.key, question);
    const length = dependency.bytes + lengthOfTexts(run);
    this.#kept.set(dependency, { question, answer, length });
    this.#length += length;
    for (const oldest of this.#kept.keys()) {
      // The new answer is kept whatever its size: its client is about to watch it.
      if (this.#length <= this.maxLength || oldest === dependency) return;
      this.#forget(oldest);
    }
  }

  /** The cache no longer serves its answer; its subscriptions are still notified of changes. */
  #forget(dependency: Dependency): void {
    const kept = this.#kept.get(dependency);
    if (!kept) return;
    const { question, answer, length } = kept;
    this.#kept.delete(dependency);
    this.#length -= length;
    question.answers.delete(answer.owner);
    this.#tidy(question);
    this.release(dependency);
  }

  #expire(dependency: Dependency, ts: bigint): void {
    dependency.expire(ts);
    this.#forget(dependency);
    this.#unlist(dependency);
  }

  #unlist(dependency: Dependency): void {
    for (const address of dependency.readSet.keys()) {
      const readers = this.#readers.get(address);
      readers?.delete(dependency);
      if (readers?.size === 0) this.#readers.delete(address);
    }
  }

  #tidy(question: Question): void {
    const { key, answers, pending } = question;
    const isEmpty = answers.size === 0 && pending.size === 0;
    if (isEmpty && this.#questions.get(key) === question) this.#questions.delete(key);
  }
}
