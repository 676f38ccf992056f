import { once } from "node:events";
import { WebSocket } from "ws";
import { round } from "../vitals/numbers";

/** Each is one transaction; the first is the baseline. */
const KINDS = ["empty", "insert", "patch", "replace", "remove", "publish", "schedule"] as const;

/** Calls one mutation after another over the sync protocol. */
class Caller {
  private requests = 0;
  private answered: (ok: boolean) => void = () => undefined;

  private constructor(readonly socket: WebSocket) {
    socket.on("message", (data) => {
      const text = (data as Buffer).toString();
      if (text.startsWith('{"type":"MutationResponse"'))
        this.answered(text.includes('"success":true'));
    });
  }

  static async open(url: string): Promise<Caller> {
    const socket = new WebSocket(`${url.replace("http", "ws")}/api/1.48.0/sync`);
    await once(socket, "open");
    const caller = new Caller(socket);
    const sessionId = crypto.randomUUID();
    caller.say({ type: "Connect", sessionId, connectionCount: 0, lastCloseReason: null });
    return caller;
  }

  async mutate(path: string, args: object): Promise<void> {
    const requestId = (this.requests += 1);
    const answer = new Promise<boolean>((resolve) => (this.answered = resolve));
    this.say({ type: "Mutation", requestId, udfPath: path, args: [args] });
    if (!(await answer)) throw new Error(`${path} failed`);
  }

  private say(message: object): void {
    this.socket.send(JSON.stringify(message));
  }
}

/** Milliseconds of a call of each kind, and its ratio to an empty mutation. */
export async function measureWrites(url: string, rounds: number, perRound: number) {
  const caller = await Caller.open(url);
  const spentMs = new Map<string, number>();
  // In turns, so that load on the machine affects all kinds.
  for (let round = 0; round < rounds; round++)
    for (const kind of KINDS) {
      const startedAt = performance.now();
      for (let n = 0; n < perRound; n++)
        await caller.mutate(`probe:${kind}`, { n: round * perRound + n });
      spentMs.set(kind, (spentMs.get(kind) ?? 0) + performance.now() - startedAt);
    }
  caller.socket.close();
  const empty = spentMs.get("empty") ?? NaN;
  return Object.fromEntries(
    [...spentMs].map(([kind, ms]) => [
      kind,
      { "ms each": round(ms / rounds / perRound, 3), "times an empty one": round(ms / empty, 2) },
    ]),
  );
}

/** Makes a log of this many commits: many are sent at once, so that the time is the backend's. */
export async function writeCommits(url: string, count: number): Promise<void> {
  const lanes = await Promise.all(Array.from({ length: 16 }, () => Caller.open(url)));
  let left = count;
  await Promise.all(
    lanes.map(async ({ socket }, lane) => {
      const caller = lanes[lane];
      while (caller && left > 0) {
        left -= 1;
        await caller.mutate("probe:mark", { n: 0 });
      }
      socket.close();
    }),
  );
}
