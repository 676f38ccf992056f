import { once } from "node:events";
import { WebSocket } from "ws";
import { copyWorks, makeStage, publishFirst } from "../backend/stage";
import type { Server } from "../backend/stage";
import { identityOf } from "./rows";

const VIEWERS = 200;
const ACTORS = 50;
const WORKS = 24;
const WRITES_PER_SECOND = 50;
const PAGE = { paginationOpts: { numItems: WORKS, cursor: null } };
/** Without a new line in the log for this long, the effects of the writes are over. */
const QUIET_MS = 1_500;

/** The effect of one kind of write on those who watch the feed. */
export interface Watched {
  writes: number;
  "feeds re-run": number;
  "per 100 writes": number;
}

type Write = (n: number) => readonly [path: string, args: object, who: string];

const viewer = (n: number) => `viewer${n % VIEWERS}`;
const actor = (n: number) => `actor${n % ACTORS}`;

/** 200 members watch the feed while others view, like and comment on its works. */
export async function measureLoad(progress: (line: string) => void) {
  const stage = makeStage(".");
  try {
    const server = await stage.start();
    await publishFirst(server);
    await copyWorks(server, WORKS);
    // A new day runs every feed once, because the featured work changes.
    await server.run("community/insights/dailyCounts:updateCurrentDay", {});
    progress(`${VIEWERS} viewers`);
    const names = Array.from({ length: ACTORS }, (_, n) => actor(n));
    for (let n = 0; n < VIEWERS; n++) names.push(viewer(n));
    for (const name of names)
      await server.run("community/profiles/functions:ensure", {}, identityOf(name));
    const sockets: WebSocket[] = [];
    for (let n = 0; n < VIEWERS; n++) sockets.push(await watchFeed(server, viewer(n)));
    const works = await worksOf(server);
    const workOf = (n: number) => ({
      artworkId: works[Math.floor(n / ACTORS) % works.length] ?? "",
    });
    const like = (n: number) => ({ ...workOf(n), liked: true });
    const follow = new Log(server);
    const run = async (count: number, write: Write) => await watched(server, follow, count, write);
    const table = {
      views: await run(300, (n) => ["views:record", workOf(n), actor(n)]),
      comments: await run(100, (n) => [
        "comments/functions:add",
        { ...workOf(n), text: "Oh" },
        actor(n),
      ]),
      "likes of others": await run(100, (n) => ["likes:set", like(n), actor(n)]),
      "likes of viewers": await run(50, (n) => ["likes:set", like(n), viewer(n)]),
    };
    for (const socket of sockets) socket.terminate();
    await server.stop();
    return table;
  } finally {
    stage.remove();
  }
}

/** A socket of a signed-in member, once the feed has loaded. */
async function watchFeed({ url, adminKey }: Server, name: string): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/api/1.48.0/sync`);
  await once(socket, "open");
  const say = (message: object) => socket.send(JSON.stringify(message));
  const sessionId = crypto.randomUUID();
  say({ type: "Connect", sessionId, connectionCount: 0, lastCloseReason: null });
  const asViewer = { tokenType: "Admin", value: adminKey, impersonating: identityOf(name) };
  say({ type: "Authenticate", baseVersion: 0, ...asViewer });
  const query = { queryId: 0, udfPath: "community/artworks/functions:feed", args: [PAGE] };
  const modifications = [{ type: "Add", ...query }];
  const came = new Promise<void>((resolve) => {
    socket.on("message", (data) => {
      // ws hands text over as a Buffer.
      if ((data as Buffer).includes('"QueryUpdated"')) resolve();
    });
  });
  say({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications });
  await came;
  return socket;
}

async function worksOf(server: Server): Promise<string[]> {
  // The feed's result.
  const { page } = (await server.run("community/artworks/functions:feed", PAGE)) as {
    page: { id: string }[];
  };
  return page.map(({ id }) => id);
}

/** The operators' log, as `npx convex logs` reads it. */
class Log {
  #cursor = 0;

  constructor(readonly server: Server) {}

  /** The functions that ran since the last call. */
  async next(patienceMs: number): Promise<string[]> {
    const { url, adminKey } = this.server;
    const address = `${url}/api/stream_function_logs?cursor=${this.#cursor}`;
    const headers = { Authorization: `Convex ${adminKey}` };
    try {
      const signal = AbortSignal.timeout(patienceMs);
      const response = await fetch(address, { headers, signal });
      // The response of Convex's API.
      const answer = (await response.json()) as {
        newCursor: number;
        entries: { identifier: string }[];
      };
      this.#cursor = answer.newCursor;
      return answer.entries.map(({ identifier }) => identifier);
    } catch (error) {
      // Nothing new arrived in time.
      if (error instanceof DOMException && error.name === "TimeoutError") return [];
      throw error;
    }
  }

  async drain(): Promise<string[]> {
    const all: string[] = [];
    for (let some = await this.next(QUIET_MS); some.length > 0; some = await this.next(QUIET_MS))
      all.push(...some);
    return all;
  }
}

async function watched(server: Server, log: Log, writes: number, write: Write): Promise<Watched> {
  await log.drain();
  const state = { isWriting: true };
  const ran: string[] = [];
  const following = (async () => {
    while (state.isWriting) ran.push(...(await log.next(QUIET_MS)));
  })();
  const startedAt = performance.now();
  const under: Promise<unknown>[] = [];
  for (let n = 0; n < writes; n++) {
    const [path, args, who] = write(n);
    under.push(server.run(`community/${path}`, args, identityOf(who)).then(refuseFailure));
    const waitMs = startedAt + ((n + 1) * 1000) / WRITES_PER_SECOND - performance.now();
    await new Promise((resolve) => setTimeout(resolve, Math.max(waitMs, 0)));
  }
  await Promise.all(under);
  state.isWriting = false;
  await following;
  ran.push(...(await log.drain()));
  const [path] = write(0);
  const counted = (name: string) => ran.filter((each) => each.replace(".js", "") === name).length;
  if (counted(`community/${path}`) < writes)
    throw new Error("So much ran that the log lost some of it");
  const feeds = counted("community/artworks/functions:feed");
  return { writes, "feeds re-run": feeds, "per 100 writes": Math.round((feeds * 100) / writes) };
}

function refuseFailure(answer: unknown): void {
  const { error } = answer as { error: { message: string } | null };
  if (error) throw new Error(error.message);
}
