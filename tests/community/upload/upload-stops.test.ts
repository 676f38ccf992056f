import { waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { fail, ok } from "../../../packages/billing/src/contract/errors";
import { TooSlow } from "../../../src/community/upload/send-file";
import { UploadRunner } from "../../../src/community/upload/upload-runner";
import type { UploadPorts } from "../../../src/community/upload/upload-runner";
import { deferred } from "../../../packages/billing/tests/react/fake-transport";
import { idOf } from "../cards";
import { refusal } from "../fake-convex";
import { PNG } from "./upload-samples";

const PLACED = { ...PNG, hasPlace: true };
const STORED = idOf<"_storage">("stored");
const publishAll = { type: "publishAll" } as const;
/** The calls to the network and the file, in order. */
const STAGES = ["reserve", "strip", "begin", "send", "publish"] as const;
type Stage = (typeof STAGES)[number];

/** Ports that all succeed, and record their calls. */
function setUp(changes: Partial<UploadPorts> = {}) {
  let made = 0;
  const ports = {
    newId: () => `id-${++made}`,
    read: vi.fn<UploadPorts["read"]>(() => Promise.resolve(ok(PLACED))),
    sendsAhead: () => false,
    strip: vi.fn<UploadPorts["strip"]>(() => Promise.resolve(new Blob(["bare"]))),
    reserve: vi.fn<UploadPorts["reserve"]>(() => Promise.resolve(ok(null))),
    release: vi.fn<UploadPorts["release"]>(() => Promise.resolve()),
    forget: vi.fn<UploadPorts["forget"]>(),
    begin: vi.fn<UploadPorts["begin"]>(() => Promise.resolve(ok({ uploadUrl: "https://send" }))),
    send: vi.fn<UploadPorts["send"]>(() => Promise.resolve(STORED)),
    publish: vi.fn<UploadPorts["publish"]>(() =>
      Promise.resolve(ok({ artworkId: idOf("artwork") })),
    ),
    ...changes,
  };
  const runner = new UploadRunner(ports);
  const status = (at = 0) => runner.read().items[at]?.step.status;
  const until = async (step: string, at = 0) =>
    await waitFor(() => expect(status(at)).toBe(step), { interval: 1 });
  const add = async (...names: string[]) => {
    runner.add(names.map((name) => new File(["bytes"], name)));
    await until("ready", names.length - 1);
  };
  return { ports, runner, status, until, add };
}

/** Resolves all promises that wait for nothing else. */
const settle = async () => await new Promise((later) => setTimeout(later));

/** A port whose first response comes when a test says so; later ones come immediately. */
function holdBack(stage: Stage) {
  const { ports } = setUp();
  const held = deferred<undefined>();
  const answers = {
    reserve: vi.fn(ports.reserve),
    strip: vi.fn(ports.strip),
    begin: vi.fn(ports.begin),
    send: vi.fn(ports.send),
    publish: vi.fn(ports.publish),
  };
  switch (stage) {
    case "reserve":
      answers.reserve.mockImplementationOnce(() => held.promise.then(() => ok(null)));
      break;
    case "strip":
      answers.strip.mockImplementationOnce(() => held.promise.then(() => new Blob(["late"])));
      break;
    case "begin":
      answers.begin.mockImplementationOnce(() =>
        held.promise.then(() => ok({ uploadUrl: "late" })),
      );
      break;
    case "send":
      answers.send.mockImplementationOnce(() => held.promise.then(() => idOf("late")));
      break;
    case "publish":
      answers.publish.mockImplementationOnce(() =>
        held.promise.then(() => fail("insufficient_balance", "Late")),
      );
  }
  return { answers, arrive: () => held.resolve(undefined) };
}

const counts = (answers: ReturnType<typeof holdBack>["answers"]) =>
  STAGES.map((stage) => answers[stage].mock.calls.length);
/** The number of calls made before it was stopped at a stage. */
const upTo = (stage: Stage) => STAGES.map((_, at) => (at <= STAGES.indexOf(stage) ? 1 : 0));

/** A file in progress that waits at a stage. */
async function waitAt(stage: Stage) {
  const { answers, arrive } = holdBack(stage);
  const set = setUp(answers);
  set.runner.belongTo("ada");
  await set.add("a.png");
  set.runner.dispatch(publishAll);
  await waitFor(() => expect(answers[stage]).toHaveBeenCalled(), { interval: 1 });
  return { ...set, answers, arrive };
}

describe("a file that is stopped during", () => {
  it.each(["reserve", "strip", "begin", "send"] as const)(
    "%s stays on its card: no further request is made, and its reservation is released once",
    async (stage) => {
      const { runner, ports, answers, arrive, status } = await waitAt(stage);
      runner.cancel("id-1");
      expect(vi.mocked(ports.release).mock.calls).toEqual([[["id-1"]]]);
      arrive();
      await settle();
      expect([status(), counts(answers)]).toEqual(["ready", upTo(stage)]);
      expect(ports.forget).not.toHaveBeenCalled();
      expect(ports.release).toHaveBeenCalledTimes(1);
    },
  );

  it.each(["reserve", "strip", "begin", "send"] as const)(
    "%s and removed, stays removed whatever is answered later",
    async (stage) => {
      const { runner, ports, answers, arrive } = await waitAt(stage);
      runner.remove("id-1");
      arrive();
      await settle();
      expect([runner.read().items, counts(answers)]).toEqual([[], upTo(stage)]);
      expect(vi.mocked(ports.release).mock.calls).toEqual([[["id-1"]]]);
      expect(vi.mocked(ports.forget).mock.calls).toEqual([[PLACED]]);
    },
  );

  it.each(STAGES)("%s does not affect the next user", async (stage) => {
    const { runner, ports, answers, arrive, add, until } = await waitAt(stage);
    runner.belongTo("ben");
    arrive();
    await settle();
    expect(counts(answers)).toEqual(upTo(stage));
    expect(vi.mocked(ports.release).mock.calls).toEqual([[["id-1"]]]);
    expect(runner.read()).toMatchObject({ items: [], lacks: null });
    await add("b.png");
    runner.dispatch(publishAll);
    await until("published");
  });

  it.each(["reserve", "strip", "begin", "send"] as const)(
    "%s and sent again, is published once: the older answer changes nothing",
    async (stage) => {
      const { runner, answers, arrive, until } = await waitAt(stage);
      const newer = deferred<undefined>();
      answers.publish.mockImplementationOnce(() =>
        newer.promise.then(() => ok({ artworkId: idOf("newer") })),
      );
      runner.cancel("id-1");
      runner.dispatch(publishAll);
      await until("publishing");
      arrive();
      await settle();
      expect(answers.publish).toHaveBeenCalledTimes(1);
      newer.resolve(undefined);
      await until("published");
      await settle();
      expect(runner.read().items[0]?.step).toEqual({ status: "published", artworkId: "newer" });
      expect(answers.publish).toHaveBeenCalledTimes(1);
    },
  );

  it("a send, is sent again and is stopped again, stops again", async () => {
    const signals: AbortSignal[] = [];
    const first = deferred<undefined>();
    const send: UploadPorts["send"] = async ({ signal }) => {
      await (signals.push(signal) === 1 ? first.promise : new Promise(() => undefined));
      return STORED;
    };
    const { runner, ports, add } = setUp({ send });
    await add("a.png");
    runner.dispatch(publishAll);
    await waitFor(() => expect(signals).toHaveLength(1));
    runner.cancel("id-1");
    runner.dispatch(publishAll);
    await waitFor(() => expect(signals).toHaveLength(2));
    first.resolve(undefined);
    await settle();
    runner.cancel("id-1");
    runner.remove("id-1");
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    expect(vi.mocked(ports.release).mock.calls).toEqual([[["id-1"]], [["id-1"]]]);
  });

  it("a send aborts that request only", async () => {
    const signals: AbortSignal[] = [];
    const send: UploadPorts["send"] = ({ signal }) => {
      signals.push(signal);
      return new Promise(() => undefined);
    };
    const { runner, add } = setUp({ send });
    await add("a.png", "b.png", "c.png", "d.png");
    runner.dispatch(publishAll);
    await waitFor(() => expect(signals).toHaveLength(3));
    runner.remove("id-2");
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true, false]);
    // The next one takes its place.
    await waitFor(() => expect(signals).toHaveLength(4));
  });
});

describe("a refused file", () => {
  const ASK_WHO_RUNS_IT: unknown = expect.stringMatching(/seat/);
  const stepOf = (runner: UploadRunner) => runner.read().items[0]?.step;

  it.each([
    ["insufficient_balance", null, { status: "denied", need: "uploads" }],
    ["storage_full", null, { status: "denied", need: "storage_gb" }],
    ["hd_only", null, { status: "denied", need: "hd_upload" }],
    ["unauthenticated", null, { status: "signedOut" }],
    ["blocked", null, { status: "failed", message: "No" }],
    ["insufficient_balance", "north", { status: "failed", message: ASK_WHO_RUNS_IT }],
    ["storage_full", "north", { status: "failed", message: ASK_WHO_RUNS_IT }],
    ["hd_only", "north", { status: "failed", message: ASK_WHO_RUNS_IT }],
    ["unauthenticated", "north", { status: "signedOut" }],
  ] as [string, string | null, object][])(
    "with %s, paid by %j, is not sent",
    async (code, studio, step) => {
      const { runner, ports, add } = setUp({
        reserve: vi.fn(() => Promise.resolve(refusal(code, "No"))),
      });
      runner.dispatch({ type: "paidBy", studio });
      await add("a.png");
      runner.dispatch(publishAll);
      await waitFor(() => expect(stepOf(runner)).toEqual(step));
      await settle();
      const { calls } = vi.mocked(ports.reserve).mock;
      expect(calls.map(([item, , payer]) => [item.id, payer])).toEqual([["id-1", studio]]);
      for (const port of [ports.strip, ports.begin, ports.send, ports.publish]) {
        expect(port).not.toHaveBeenCalled();
      }
    },
  );

  it("for its content makes no request", async () => {
    const read = () => Promise.resolve(refusal("too_large", "Larger than 10 MB."));
    const { runner, ports, until } = setUp({ read });
    runner.add([new File(["bytes"], "huge.png")]);
    await until("refused");
    runner.dispatch(publishAll);
    await settle();
    expect(stepOf(runner)).toEqual({ status: "refused", message: "Larger than 10 MB." });
    expect(ports.reserve).not.toHaveBeenCalled();
  });

  it("by the page, because the plan has none left, makes no reservation", async () => {
    const { runner, ports, add, status, until } = setUp();
    await add("a.png");
    runner.dispatch({ type: "gateClosed" });
    await settle();
    expect([
      status(),
      vi.mocked(ports.reserve).mock.calls,
      vi.mocked(ports.send).mock.calls,
    ]).toEqual(["denied", [], []]);
    runner.dispatch({ type: "unlocked" });
    await until("published");
  });

  it.each([
    ["once a sign-in ended", "unauthenticated", "signedIn"],
    ["once the plan allows it", "insufficient_balance", "unlocked"],
  ] as const)("continues %s, with the same key", async (_when, code, type) => {
    const reserve = vi.fn<UploadPorts["reserve"]>(() => Promise.resolve(ok(null)));
    reserve.mockResolvedValueOnce(refusal(code, "No"));
    const { runner, until, add } = setUp({ reserve });
    await add("a.png");
    runner.dispatch(publishAll);
    await until(type === "signedIn" ? "signedOut" : "denied");
    runner.dispatch({ type });
    await until("published");
    expect(reserve.mock.calls.map(([item]) => item.id)).toEqual(["id-1", "id-1"]);
  });
});

describe("a file's reservation", () => {
  it("is released when a failed file is removed, and not after publishing", async () => {
    const send = vi.fn<UploadPorts["send"]>(() => Promise.resolve(STORED));
    send.mockRejectedValueOnce(new TooSlow());
    const { runner, ports, add, until } = setUp({ send });
    await add("a.png", "b.png");
    runner.dispatch(publishAll);
    await until("failed");
    await until("published", 1);
    runner.remove("id-2");
    expect(ports.release).not.toHaveBeenCalled();
    runner.remove("id-1");
    expect(vi.mocked(ports.release).mock.calls).toEqual([[["id-1"]]]);
  });

  it("is not released for a file without a request", async () => {
    const { runner, ports, add } = setUp();
    await add("a.png");
    runner.remove("id-1");
    expect([vi.mocked(ports.release).mock.calls, vi.mocked(ports.forget).mock.calls]).toEqual([
      [],
      [[PLACED]],
    ]);
  });

  it("is released for all files when the page closes, not for what is being published", async () => {
    const publish = vi.fn<UploadPorts["publish"]>(() => new Promise(() => undefined));
    const { runner, ports, until } = setUp({ publish, sendsAhead: () => true });
    runner.belongTo("ada");
    runner.add(["a.png", "b.png"].map((name) => new File(["bytes"], name)));
    await until("sent", 1);
    runner.close();
    expect(vi.mocked(ports.release).mock.calls).toEqual([[["id-1", "id-2"]]]);
    runner.dispatch({ type: "publishAll" });
    await until("publishing", 1);
    runner.close();
    expect(ports.release).toHaveBeenCalledTimes(1);
  });

  it("may fail to be released: it expires", async () => {
    const release = vi.fn(() => Promise.reject(new Error("No answer")));
    const send = () => new Promise<never>(() => undefined);
    const { runner, add, status } = setUp({ release, send });
    await add("a.png");
    runner.dispatch(publishAll);
    runner.cancel("id-1");
    await settle();
    expect(status()).toBe("ready");
  });
});

describe("reading files", () => {
  it("happens in order, one file at a time", async () => {
    const reads = [deferred<undefined>(), deferred<undefined>()];
    const begun: string[] = [];
    const read: UploadPorts["read"] = async ({ name }) => {
      begun.push(name);
      await reads[begun.length - 1]?.promise;
      return ok(PNG);
    };
    const { runner, until, status } = setUp({ read });
    runner.add([new File(["x"], "a.png"), new File(["x"], "b.png")]);
    await settle();
    expect([begun, status(0), status(1)]).toEqual([["a.png"], "reading", "reading"]);
    reads[0]?.resolve(undefined);
    await until("ready", 0);
    await settle();
    expect([begun, status(1)]).toEqual([["a.png", "b.png"], "reading"]);
    reads[1]?.resolve(undefined);
    await until("ready", 1);
  });

  it("skips removed files, and shows when one is converted", async () => {
    const first = deferred<undefined>();
    const read = vi.fn<UploadPorts["read"]>(async (_file, onConvert) => {
      onConvert();
      await first.promise;
      return ok(PNG);
    });
    const { runner, status, until } = setUp({ read });
    runner.add([new File(["x"], "a.heic"), new File(["x"], "b.heic")]);
    await until("converting");
    runner.remove("id-2");
    first.resolve(undefined);
    await until("ready");
    await settle();
    expect([read.mock.calls.length, status(1)]).toEqual([1, undefined]);
  });
});
