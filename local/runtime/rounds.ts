import { setImmediate } from "node:timers/promises";

/** The longest time without the event loop while there is more work. */
const SLICE_MS = 5;

let sliceBegan = performance.now();

/** Yields to sockets and timers if they have waited long enough. */
export async function giveWay(): Promise<void> {
  if (performance.now() - sliceBegan < SLICE_MS) return;
  await setImmediate();
  sliceBegan = performance.now();
}

interface Line {
  underWay: number;
  readonly waiting: (() => Promise<void>)[];
}

/**
 * Schedules work in rounds: in each round every waiting client gets one turn, so
 * that no client waits for everything that another has queued. The turns of one
 * client keep their order.
 */
export class Rounds {
  /** In the order of their next turns. */
  readonly #lines = new Map<string, Line>();
  #underWay = 0;
  #isDealing = false;

  /** `most` at the same time, `mostOfOne` of them for one client. */
  constructor(
    private readonly most = 1,
    private readonly mostOfOne = most,
  ) {}

  /** Settles as the work does; a failure does not stop later work. */
  take<T>(client: string, work: () => T | Promise<T>): Promise<T> {
    return new Promise((resolve) => {
      const line = this.#lines.get(client) ?? { underWay: 0, waiting: [] };
      this.#lines.set(client, line);
      line.waiting.push(async () => {
        const running = (async () => await work())();
        resolve(running);
        await running.catch(() => undefined);
      });
      void this.#deal();
    });
  }

  /** Resolves when everything queued before is done. */
  async drained(): Promise<void> {
    await Promise.all([...this.#lines.keys()].map((client) => this.take(client, () => undefined)));
  }

  async #deal(): Promise<void> {
    if (this.#isDealing) return;
    this.#isDealing = true;
    await giveWay();
    for (let next = this.#next(); next; next = this.#next()) {
      void this.#run(...next);
      await giveWay();
    }
    this.#isDealing = false;
  }

  async #run(client: string, line: Line, work: () => Promise<void>): Promise<void> {
    this.#underWay += 1;
    line.underWay += 1;
    await work();
    this.#underWay -= 1;
    line.underWay -= 1;
    if (line.underWay === 0 && line.waiting.length === 0) this.#lines.delete(client);
    void this.#deal();
  }

  #next(): [client: string, line: Line, work: () => Promise<void>] | null {
    if (this.#underWay >= this.most) return null;
    for (const [client, line] of this.#lines) {
      if (line.underWay >= this.mostOfOne) continue;
      const work = line.waiting.shift();
      if (!work) continue;
      // After its turn, a client is last in the next round.
      this.#lines.delete(client);
      this.#lines.set(client, line);
      return [client, line, work];
    }
    return null;
  }
}
