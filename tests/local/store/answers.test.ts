import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { Answers } from "../../../packages/convex-local/src/store/answers";
import { openDatabase } from "../../../packages/convex-local/src/store/database";
import type { Database } from "../../../packages/convex-local/src/store/database";
import { makeTempFolder, openTempDatabase } from "./temp-folder";

const NOW = 1_800_000_000_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const tsOf = (ms: number) => BigInt(ms) * 1_000_000n;

function keep(answers: Answers, sessionId: string, requestId: number, atMs: number): void {
  const answer = { value: `answer ${requestId}`, logLines: [`line of ${sessionId}`] };
  answers.keep({ sessionId, requestId }, answer, tsOf(atMs), atMs);
}

const find = (answers: Answers, sessionId: string, requestId: number) =>
  answers.find({ sessionId, requestId });

describe("stored answers", () => {
  it("are written to a snapshot and read from it, with sessions whose answers have expired", () => {
    const answers = new Answers();
    for (let n = 0; n < 2300; n += 1) keep(answers, `old ${n}`, 7, NOW);
    const later = NOW + 2 * HOUR_MS + 1;
    for (let n = 0; n < 250; n += 1) keep(answers, "new", n, later);
    const records = answers.records();
    // What comes later belongs to the next snapshot.
    keep(answers, "newest", 1, later);
    const again = new Answers();
    const lines = [...records];
    for (const line of lines) again.replay(line, later);
    expect(lines.map(({ a = [], f = [] }) => [a.length, f.length])).toEqual([
      ...[
        [100, 0],
        [100, 0],
        [50, 0],
      ],
      ...[
        [0, 1000],
        [0, 1000],
        [0, 300],
      ],
    ]);
    for (const n of [0, 99, 100, 249])
      expect(find(again, "new", n)).toEqual({
        value: `answer ${n}`,
        logLines: ["line of new"],
        ts: tsOf(later),
      });
    for (const n of [0, 999, 1000, 2299]) {
      expect(find(again, `old ${n}`, 7)).toBe("forgotten");
      expect(find(again, `old ${n}`, 8)).toBeNull();
    }
    expect(find(again, "newest", 1)).toBeNull();
  });

  it("leave a session's last request id for 14 days, to the millisecond", () => {
    const answers = new Answers();
    keep(answers, "s", 1, NOW);
    const forgottenAt = NOW + 3 * HOUR_MS;
    answers.expire(forgottenAt);
    answers.expire(forgottenAt + 14 * DAY_MS);
    expect(find(answers, "s", 1)).toBe("forgotten");
    answers.expire(forgottenAt + 14 * DAY_MS + 1);
    expect(find(answers, "s", 1)).toBeNull();
  });

  it("leave the last request id of the newest half million sessions", () => {
    const answers = new Answers();
    const sessions = Array.from({ length: 500_001 }, (_, n) => [`s${n}`, 0, NOW] as const);
    answers.replay({ f: sessions }, NOW);
    answers.expire(NOW);
    expect([0, 1].map((n) => find(answers, `s${n}`, 0))).toEqual([null, "forgotten"]);
    expect(find(answers, "s1", 1)).toBeNull();
  });

  it("that expired in the future by a wrong clock count from now on", () => {
    const answers = new Answers();
    answers.replay({ f: [["s", 3, NOW + 365 * DAY_MS]] }, NOW);
    answers.expire(NOW + 14 * DAY_MS);
    expect([0, 3, 4].map((request) => find(answers, "s", request))).toEqual([
      "forgotten",
      "forgotten",
      null,
    ]);
    answers.expire(NOW + 14 * DAY_MS + 1);
    expect(find(answers, "s", 3)).toBeNull();
  });

  it("free their memory when they expire", () => {
    const answers = new Answers();
    for (const [requestId, megabytes] of [200, 55, 2].entries()) {
      const value = "x".repeat(megabytes * 1024 * 1024);
      answers.keep({ sessionId: "s", requestId }, { value, logLines: [] }, 1n, NOW);
    }
    const isForgotten = [0, 1, 2].map((request) => find(answers, "s", request) === "forgotten");
    expect(isForgotten).toEqual([true, false, false]);
  });

  it("are empty at first, and again when all have expired", () => {
    const answers = new Answers();
    expect(answers.isEmpty).toBe(true);
    keep(answers, "s", 1, NOW);
    expect(answers.isEmpty).toBe(false);
    answers.expire(NOW + 2 * HOUR_MS + 1);
    expect(answers.isEmpty).toBe(true);
    expect([...new Answers().records()]).toEqual([]);
  });
});

describe("an answer in the data folder", () => {
  const request = { sessionId: "s", requestId: 1 };
  const textIn = (dir: string) =>
    ["snapshot", "commits.log"].map((name) => readFileSync(join(dir, name), "utf8")).join("");

  it("is found after a snapshot and a restart", async () => {
    const dir = makeTempFolder();
    const database = openDatabase({ dir });
    const ts = database.commit(database.begin(), { ...request, value: "token", logLines: ["x"] });
    await database.compact();
    database.close();
    const again = openTempDatabase({ dir });
    expect(again.findAnswer(request)).toEqual({ value: "token", logLines: ["x"], ts });
  });

  it("has left it within a day, although a snapshot was written while it existed", async () => {
    const dir = makeTempFolder();
    let now = NOW;
    const database = openTempDatabase({ dir, now: () => now });
    database.commit(database.begin(), { ...request, value: "token", logLines: [] });
    await database.compact();
    expect(textIn(dir)).toContain("token");
    now += 12 * HOUR_MS;
    database.compactIfDue();
    await vi.waitFor(() => expect(textIn(dir)).not.toContain("token"));
    expect(database.findAnswer(request)).toBe("forgotten");
  });
});

describe("an answer of one caller", () => {
  const CALLERS = ["user a", "user b", "admin", null];

  it("is not given to another user who sends its session and request, before and after a restart", async () => {
    const dir = makeTempFolder();
    const database = openDatabase({ dir });
    const named = (index: number) => ({ sessionId: `s${index}`, requestId: 1 });
    for (const [index, by] of CALLERS.entries()) {
      const answer = { value: `of ${by}`, logLines: [] };
      database.commit(database.begin(), { ...named(index), ...answer, by });
    }
    const check = (opened: Database) => {
      for (const [index, by] of CALLERS.entries())
        for (const other of CALLERS) {
          const found = opened.findAnswer({ ...named(index), by: other });
          if (other === by) expect(found).toMatchObject({ value: `of ${by}` });
          else expect(found).toBe("foreign");
        }
    };
    check(database);
    database.close();
    const replayed = openDatabase({ dir });
    check(replayed);
    await replayed.compact();
    replayed.close();
    check(openTempDatabase({ dir }));
  });
});

describe("answers to repeated requests", () => {
  const entry = { sessionId: "s", value: null, logLines: [] };

  const ask = (database: Database, requestId: number, sessionId = "s") =>
    database.findAnswer({ sessionId, requestId });
  const answer = (database: Database, requestId: number, sessionId = "s") =>
    database.commit(database.begin(), { ...entry, sessionId, requestId });

  it("are stored for two hours, however many there are", () => {
    let now = NOW;
    const database = openTempDatabase({ now: () => now });
    for (let requestId = 0; requestId < 60_000; requestId += 1) answer(database, requestId);
    now += 2 * HOUR_MS;
    answer(database, 60_000);
    expect(ask(database, 0)).toMatchObject({ value: null });
    now += 1;
    answer(database, 60_001);
    expect([ask(database, 0), ask(database, 59_999)]).toEqual(["forgotten", "forgotten"]);
    expect(ask(database, 60_000)).toMatchObject({ value: null });
  });

  it("leave the number of a session's last request, so that none is run twice", () => {
    let now = NOW;
    const dir = makeTempFolder();
    const database = openDatabase({ dir, now: () => now });
    for (const requestId of [2, 3, 5]) answer(database, requestId);
    now += 2 * HOUR_MS + 1;
    answer(database, 0, "other");
    const known = (asked: Database) => [1, 2, 5, 6].map((requestId) => ask(asked, requestId));
    expect(known(database)).toEqual(["forgotten", "forgotten", "forgotten", null]);
    expect(ask(database, 1, "other")).toBeNull();
    database.close();
    const again = openTempDatabase({ dir, now: () => now });
    expect(known(again)).toEqual(["forgotten", "forgotten", "forgotten", null]);
  });

  it("from a time when the clock was a year ahead expire when it is right again", () => {
    let now = NOW + 365 * DAY_MS;
    const dir = makeTempFolder();
    const database = openDatabase({ dir, now: () => now });
    answer(database, 1);
    now = NOW;
    answer(database, 2);
    expect(ask(database, 1)).toBe("forgotten");
    database.close();
    const again = openTempDatabase({ dir, now: () => now });
    now += 2 * HOUR_MS + 1;
    answer(again, 3);
    expect(ask(again, 2)).toBe("forgotten");
  });

  it("belong to one session and one request", () => {
    const database = openTempDatabase();
    database.commit(database.begin(), {
      ...entry,
      sessionId: "1",
      requestId: 23,
    });
    expect(database.findAnswer({ sessionId: "1", requestId: 23 })).not.toBeNull();
    expect(database.findAnswer({ sessionId: "31", requestId: 2 })).toBeNull();
    expect(database.findAnswer({ sessionId: "2", requestId: 23 })).toBeNull();
  });
});
