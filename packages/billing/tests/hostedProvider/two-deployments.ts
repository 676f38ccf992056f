import { AsyncLocalStorage } from "node:async_hooks";
import { vi } from "vitest";
import { api } from "../../../../convex/_generated/api";
import { internal } from "../../src/component/_generated/api";
import { billing } from "../client/host-billing";
import { ANA, getCustomer, startEngine } from "../engine/harness";
import type { Engine } from "../engine/harness";
import { openApi } from "../v1/api";
import { billingIn, openBackend } from "../../../../tests/convex/backend";
import { withOwnBooks } from "./local-provider";

const modules = import.meta.glob([
  "../../../../convex/{_generated,accounts}/**/*.ts",
  "../../../../convex/{billing,http,seed}.ts",
]);
const MINUTE_MS = 60_000;
const TICK_MS = 25;
/** Before any test fakes the clock: asynchronous work needs real time. */
const realImmediate = globalThis.setImmediate.bind(globalThis);
const realNow = performance.now.bind(performance);

/** The network between the two: it works, loses the answers, doubles requests, or is down. */
export type Network = "fine" | "answers_are_lost" | "doubles" | "down" | "page_of_a_proxy";

interface Upload {
  key: string;
  featureId?: string;
  value?: number;
  maxStaleMs?: number;
}

/** A site whose billing provider is another deployment, reached over its /v1 API. */
export class TwoDeployments {
  network: Network = "fine";
  /** The subject of the artist. */
  artist = ANA;
  /** The requests, as "POST /v1/attach". */
  readonly requests: string[] = [];
  /** Outside the calling function: the other deployment runs it in no component of the site. */
  readonly #outside = AsyncLocalStorage.snapshot();

  private constructor(
    readonly site: ReturnType<typeof openBackend>,
    readonly provider: Engine,
  ) {}

  static async open(): Promise<TwoDeployments> {
    const provider = keepingBooks(await startEngine());
    const { key, call } = await openApi(provider);
    // Loads the modules, which takes longer the first time.
    await call("GET", "/features");
    vi.stubEnv("AUTUMN_SECRET_KEY", key);
    vi.stubEnv("AUTUMN_URL", "https://provider.example/v1");
    vi.stubEnv("SITE_ORIGIN", "https://spotlight.example");
    const two = new TwoDeployments(openBackend(modules), provider);
    vi.stubGlobal("fetch", (url: string, init: RequestInit) => two.#carry(url, init));
    return two;
  }

  /** The artist's own site. */
  get ana() {
    const subject = this.artist;
    return this.site.withIdentity({ subject, tokenIdentifier: `https://id|${subject}` });
  }

  /** What a page does when it opens: the customer is created, or read. */
  async visit() {
    return await this.passing(this.ana.action(api.billing.createCustomer, {}));
  }

  async attach(productId: string, clientRequestId?: string) {
    const named = clientRequestId === undefined ? {} : { clientRequestId };
    return await this.passing(this.ana.action(api.billing.attach, { productId, ...named }));
  }

  /** Host code that counts an upload in its own transaction. */
  async gate({ featureId = "uploads", ...use }: Upload) {
    return await this.ana.run(async (ctx) => {
      return await billing.gate(ctx, await billing.me(ctx), { featureId, ...use });
    });
  }

  async allowed(featureId: string, required = 1) {
    return await this.ana.run(async (ctx) => {
      return await billing.allowed(ctx, await billing.me(ctx), { featureId, required });
    });
  }

  /** The provider's count. */
  async counted(featureId = "uploads"): Promise<number | undefined> {
    return (await getCustomer(this.provider, this.artist)).features[featureId]?.usage;
  }

  /** A minute, and the sweep of that minute, until nothing is left to do. */
  async minute(): Promise<void> {
    await this.pass(MINUTE_MS);
    await billingIn(this.site).mutation(internal.lifecycle.jobs.sweep, {});
    await this.settled();
  }

  /** Lets everything end that was scheduled. */
  async settled(): Promise<void> {
    await this.pass(TICK_MS);
    await this.passing(this.site.finishInProgressScheduledFunctions());
  }

  /** Advances time until a call is answered. */
  async passing<T>(call: Promise<T>): Promise<T> {
    const state = { isOver: false };
    const ended = call.finally(() => (state.isOver = true));
    let ticked = realNow();
    while (!state.isOver) {
      await new Promise((resolve) => realImmediate(resolve));
      // As fast as a request may be: within its limit of ten seconds, real work has 400 ms.
      const isDue = realNow() - ticked >= 1;
      if (isDue) ticked = realNow();
      vi.advanceTimersByTime(isDue ? TICK_MS : 0);
    }
    return await ended;
  }

  async pass(ms: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(ms);
  }

  async #carry(url: string, init: RequestInit): Promise<Response> {
    const { pathname, search } = new URL(url);
    this.requests.push(`${init.method ?? "GET"} ${pathname}`);
    if (this.network === "down") throw new TypeError("fetch failed");
    if (this.network === "page_of_a_proxy") return new Response("<h1>502</h1>", { status: 502 });
    const send = async () =>
      await this.#outside(() => this.provider.fetch(pathname + search, init));
    const answer = await send();
    if (this.network === "answers_are_lost") throw new TypeError("connection reset");
    return this.network === "doubles" ? await send() : answer;
  }
}

/** The provider as it is deployed: without the site's key for it. */
function keepingBooks(provider: Engine): Engine {
  return new Proxy(provider, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...args: unknown[]): unknown =>
        withOwnBooks(() => value.apply(target, args) as unknown);
    },
  });
}
