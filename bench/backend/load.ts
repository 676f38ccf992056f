import { once } from "node:events";
import { WebSocket } from "ws";
import { quantile, round } from "../vitals/numbers";

/** One stage, as the command line passes it to this process. */
export interface Load {
  url: string;
  clients: number;
  writesPerSecond: number;
  seconds: number;
  /** Without a push for this long, the stage ends. */
  patienceSeconds: number;
}

/** Milliseconds from sending a write until a client has a response that contains it. */
export interface Pushes {
  /** After the first second. */
  "p50 ms": number;
  "p99 ms": number;
  /** Of the writes of the first second, while a new process compiles its code. */
  "first second p99 ms": number;
  "all connected ms": number;
  /** How many of the expected answers had not arrived at the end. */
  "never came": number;
}

const PAGE = 24;
const MARK = Buffer.from('"mark ');
const DOT = ".".charCodeAt(0);

/** The highest number of a write in a message; -1: none. */
function markIn(message: Buffer): number {
  const at = message.indexOf(MARK);
  if (at < 0) return -1;
  return Number(message.toString("latin1", at + MARK.length, message.indexOf(DOT, at)));
}

class Viewer {
  seen = -1;

  constructor(
    readonly socket: WebSocket,
    onMark: (viewer: Viewer, mark: number) => void,
  ) {
    socket.on("message", (data) => {
      // ws hands text over as a Buffer.
      const mark = markIn(data as Buffer);
      if (mark > this.seen) onMark(this, mark);
    });
  }

  say(message: object): void {
    this.socket.send(JSON.stringify(message));
  }
}

async function connect(url: string, onMark: (viewer: Viewer, mark: number) => void) {
  const socket = new WebSocket(`${url.replace("http", "ws")}/api/1.48.0/sync`);
  const viewer = new Viewer(socket, onMark);
  await once(socket, "open");
  const sessionId = crypto.randomUUID();
  viewer.say({ type: "Connect", sessionId, connectionCount: 0, lastCloseReason: null });
  return viewer;
}

function watchFeed(viewer: Viewer): void {
  const args = [{ paginationOpts: { numItems: PAGE, cursor: null, id: 0 } }];
  const udfPath = "community/artworks/functions:feed";
  const modifications = [{ type: "Add", queryId: 0, udfPath, args }];
  viewer.say({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications });
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function until(condition: () => boolean, seconds: number): Promise<void> {
  const giveUpAt = performance.now() + seconds * 1000;
  while (!condition() && performance.now() < giveUpAt) await pause(10);
}

/** Clients that watch the feed, and one client that changes its first work at a steady rate. */
async function run({ url, clients, writesPerSecond, seconds, patienceSeconds }: Load) {
  const sentAt: number[] = [];
  const first: number[] = [];
  const latencies: number[] = [];
  const onMark = (viewer: Viewer, mark: number) => {
    const now = performance.now();
    // A response contains all writes up to its last one.
    for (let n = Math.max(viewer.seen + 1, 1); n <= mark; n++)
      (n <= writesPerSecond ? first : latencies).push(now - (sentAt[n] ?? NaN));
    viewer.seen = mark;
  };
  const startedAt = performance.now();
  const writer = await connect(url, () => undefined);
  const viewers: Viewer[] = [];
  for (let n = 0; n < clients; n++) viewers.push(await connect(url, onMark));
  viewers.forEach(watchFeed);
  await until(() => viewers.every(({ seen }) => seen >= 0), patienceSeconds);
  const connectedMs = performance.now() - startedAt;

  const total = writesPerSecond * (1 + seconds);
  const writingFrom = performance.now();
  for (let n = 1; n <= total; n++) {
    await pause(writingFrom + ((n - 1) * 1000) / writesPerSecond - performance.now());
    sentAt[n] = performance.now();
    writer.say({ type: "Mutation", requestId: n, udfPath: "probe:mark", args: [{ n }] });
  }
  await until(() => viewers.every(({ seen }) => seen === total), patienceSeconds);
  const pushes: Pushes = {
    "p50 ms": round(quantile(latencies, 0.5), 1),
    "p99 ms": round(quantile(latencies, 0.99), 1),
    "first second p99 ms": round(quantile(first, 0.99), 1),
    "all connected ms": round(connectedMs),
    "never came": clients * total - first.length - latencies.length,
  };
  return pushes;
}

// What bench/backend/main.ts passes.
const load = JSON.parse(process.argv[2] ?? "") as Load;
process.stdout.write(JSON.stringify(await run(load)));
process.exit(0);
