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

class Line {
  underWay = 0;
  readonly waiting: (() => Promise<void>)[] = [];

  constructor(readonly client: string) {}

  add<T>(work: () => T | Promise<T>): Promise<T> {
    return new Promise((resolve) => {
      this.waiting.push(async () => {
        const running = (async () => await work())();
        resolve(running);
        await running.catch(() => undefined);
      });
    });
  }
}

/**
 * Schedules work in rounds: in each round every waiting client gets one turn, so
 * that no client waits for everything that another has queued. The turns of one
 * client keep their order.
 */
export class Rounds {
  /** In the order of their next turns. */
  readonly #lines = new Map<string, Line>();
  readonly #exclusive = new Line("");
  #underWay = 0;
  #isDealing = false;

  /** `most` at the same time, `mostOfOne` of them for one client. */
  constructor(
    private readonly most = 1,
    private readonly mostOfOne = most,
  ) {}

  /** Settles as the work does; a failure does not stop later work. */
  take<T>(client: string, work: () => T | Promise<T>): Promise<T> {
    const line = this.#lines.get(client) ?? new Line(client);
    this.#lines.set(client, line);
    return this.#add(line, work);
  }

  /** Runs the work exclusively, before all queued work. */
  alone<T>(work: () => T | Promise<T>): Promise<T> {
    return this.#add(this.#exclusive, work);
  }

  /** Resolves when everything queued before is done. */
  async drained(): Promise<void> {
    await Promise.all([...this.#lines.keys()].map((client) => this.take(client, () => undefined)));
    await this.alone(() => undefined);
  }

  #add<T>(line: Line, work: () => T | Promise<T>): Promise<T> {
    const settled = line.add(work);
    void this.#deal();
    return settled;
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

  async #run(line: Line, work: () => Promise<void>): Promise<void> {
    this.#underWay += 1;
    line.underWay += 1;
    await work();
    this.#underWay -= 1;
    line.underWay -= 1;
    const isIdle = line.underWay === 0 && line.waiting.length === 0;
    if (isIdle && line !== this.#exclusive) this.#lines.delete(line.client);
    void this.#deal();
  }

  #next(): [line: Line, work: () => Promise<void>] | null {
    if (this.#exclusive.underWay > 0 || this.#underWay >= this.most) return null;
    const first = this.#underWay === 0 ? this.#exclusive.waiting.shift() : undefined;
    if (first) return [this.#exclusive, first];
    if (this.#exclusive.waiting.length > 0) return null;
    for (const line of this.#lines.values()) {
      if (line.underWay >= this.mostOfOne) continue;
      const work = line.waiting.shift();
      if (!work) continue;
      // After its turn, a client is last in the next round.
      this.#lines.delete(line.client);
      this.#lines.set(line.client, line);
      return [line, work];
    }
    return null;
  }
}
