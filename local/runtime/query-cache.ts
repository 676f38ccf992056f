import type { Commit, Database } from "../store/database";
import type { Snapshot } from "../store/state";
import { overlaps } from "../store/transaction";
import { lengthOf } from "./answer-text";
import type { Rounds } from "./rounds";
import type { Audience, Call, Caller, QueryRun } from "./types";

/** Beyond this total length, the least recently used answers are dropped. */
const MAX_KEPT_CHARACTERS = 64 * 1024 * 1024;

const NEVER = -1;

/** The answer of one run. It is valid from its snapshot until a commit that it depends on. */
export class Answer {
  readonly #subscribers = new Set<() => void>();
  /** When it became invalid; null while it is valid. */
  #until: bigint | null;

  constructor(
    readonly run: QueryRun,
    readonly from: bigint,
    until: bigint | null,
    /** The only identity that may get it; null when it is the same for everyone. */
    readonly owner: string | null,
  ) {
    this.#until = until;
  }

  get isStale(): boolean {
    return this.#until !== null;
  }

  isFor(who: string, ts: bigint): boolean {
    const isShared = this.owner === null || this.owner === who;
    return isShared && this.from <= ts && (this.#until === null || ts < this.#until);
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
  /** The dependent answers, by index address. */
  readonly #readers = new Map<string, Set<Answer>>();
  /** In the order of their last use, with the length of their texts. */
  readonly #kept = new Map<Answer, { question: Question; length: number }>();
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
    const key = JSON.stringify([name, call.args, journal, audience, isAdmin]);
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
      if (answer.isFor(who, snapshot.ts)) return answer;
    }
  }

  /** Drops answers that depend on a commit; running queries check it when they end. */
  invalidate(commit: Commit): void {
    for (const { missed } of this.#pending) missed.push(commit);
    const stale = new Set<Answer>();
    for (const address of commit.writes.keys())
      for (const answer of this.#readers.get(address) ?? [])
        if (!stale.has(answer) && overlaps(answer.run.readSet, commit.writes)) stale.add(answer);
    for (const answer of stale) this.#expire(answer, commit.ts);
  }

  /** New code: all answers become invalid, including those of running queries. */
  clear(): void {
    this.#version += 1;
    this.#askWho.clear();
    this.#questions.clear();
    this.#pending.clear();
    const all = new Set([...this.#readers.values()].flatMap((answers) => [...answers]));
    for (const answer of [...all, ...this.#kept.keys()]) this.#expire(answer, answer.from);
  }

  /** Must be called when a subscription ends: an answer without watchers may be dropped. */
  release(answer: Answer): void {
    if (!answer.isWatched && !this.#kept.has(answer)) this.#unlist(answer);
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
      if (!answer?.isFor(who, ts)) continue;
      // Time-dependent answers and failures are not reused: the clock moves on, and a failure may
      // have been a timeout.
      if (answer.run.isUnsteady || !answer.run.outcome.success) continue;
      const kept = this.#kept.get(answer);
      this.#kept.delete(answer);
      if (kept) this.#kept.set(answer, kept);
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
    const answer = new Answer(run, ts, until, run.asksWho ? who : null);
    if (until === null) this.#keep(question, answer);
    return answer;
  }

  #keep(question: Question, answer: Answer): void {
    for (const address of answer.run.readSet.keys()) {
      const readers = this.#readers.get(address) ?? new Set();
      this.#readers.set(address, readers.add(answer));
    }
    const replaced = question.answers.get(answer.owner);
    if (replaced) this.#forget(replaced);
    question.answers.set(answer.owner, answer);
    this.#questions.set(question.key, question);
    const length = question.key.length + lengthOf(answer.run);
    this.#kept.set(answer, { question, length });
    this.#length += length;
    for (const oldest of this.#kept.keys()) {
      // The new answer is kept whatever its size: its client is about to watch it.
      if (this.#length <= this.maxLength || oldest === answer) return;
      this.#forget(oldest);
    }
  }

  /** It is not given out any more; its watchers still learn when it changes. */
  #forget(answer: Answer): void {
    const kept = this.#kept.get(answer);
    if (!kept) return;
    this.#kept.delete(answer);
    this.#length -= kept.length;
    kept.question.answers.delete(answer.owner);
    this.#tidy(kept.question);
    this.release(answer);
  }

  #expire(answer: Answer, ts: bigint): void {
    answer.expire(ts);
    this.#forget(answer);
    this.#unlist(answer);
  }

  #unlist(answer: Answer): void {
    for (const address of answer.run.readSet.keys()) {
      const readers = this.#readers.get(address);
      readers?.delete(answer);
      if (readers?.size === 0) this.#readers.delete(address);
    }
  }

  #tidy(question: Question): void {
    const { key, answers, pending } = question;
    const isEmpty = answers.size === 0 && pending.size === 0;
    if (isEmpty && this.#questions.get(key) === question) this.#questions.delete(key);
  }
}
