import { watch as watchFiles } from "node:fs";
import type { FSWatcher } from "node:fs";
import { CronRunner } from "./crons";
import { Executor } from "./executor";
import { fileRows } from "./file-rows";
import type { Engine } from "./frame";
import { JobRunner } from "./jobs";
import { loadDeployment } from "./load";
import type { Deployment } from "./load";
import { Schema } from "./schema";
import { TransactionQueue } from "./transactions";
import { Turns } from "./turns";
import type { Analysis, Environment, FileRows, Runtime, RuntimeOptions } from "./types";
import { environment } from "./variables";

const WATCH_DEBOUNCE_MS = 100;

function installed<T>(value: T | null): T {
  if (value === null) throw new Error("No functions have been deployed.");
  return value;
}

class LocalRuntime implements Runtime {
  readonly env: Environment;
  readonly files: FileRows;
  readonly query: Runtime["query"];
  readonly mutation: Runtime["mutation"];
  readonly action: Runtime["action"];
  readonly run: Runtime["run"];
  readonly httpAction: Runtime["httpAction"];
  readonly #engine: Engine;
  readonly #queue: TransactionQueue;
  readonly #executor: Executor;
  readonly #listeners = new Set<() => void>();
  #deployment: Deployment | null = null;
  #schema: Schema | null = null;
  #jobs: JobRunner | null = null;
  #crons: CronRunner | null = null;
  #watcher: FSWatcher | null = null;
  #debounce: NodeJS.Timeout | undefined;
  readonly #deploys = new Turns();

  constructor(private readonly options: RuntimeOptions) {
    const { database, files, log, now = Date.now } = options;
    const deployment = () => installed(this.#deployment);
    const schema = () => installed(this.#schema);
    this.#engine = { database, files, log, now, deployment, schema };
    this.#queue = new TransactionQueue(database);
    this.#executor = new Executor(this.#engine, this.#queue);
    this.env = environment(database, this.#queue, async () => {
      if (this.#deployment) await this.#redeploy();
    });
    this.files = fileRows(database, this.#queue);
    const executor = this.#executor;
    this.query = (call, given) => executor.query(call, given);
    this.mutation = (call, request) => executor.mutation(call, request);
    this.action = (call) => executor.action(call);
    this.run = (call) => executor.run(call);
    this.httpAction = (request, caller) => executor.httpAction(request, caller);
  }

  /** One after another: the last one asked for is the one that stays. */
  deploy({ dryRun = false } = {}): Promise<Analysis> {
    return this.#deploys.take(() => this.#deploy(dryRun));
  }

  async #deploy(dryRun: boolean): Promise<Analysis> {
    const { cloudUrl, siteUrl, functionsDir } = this.options;
    const builtIn = { CONVEX_CLOUD_URL: cloudUrl, CONVEX_SITE_URL: siteUrl };
    const loaded = await loadDeployment(functionsDir, { ...this.env.all(), ...builtIn });
    const isSame = loaded.fingerprint === this.#deployment?.fingerprint;
    if (!dryRun && !isSame) await this.#install(loaded);
    return loaded.analysis;
  }

  /** After a change of files or variables: what does not deploy is told, and the old code stays. */
  async #redeploy(): Promise<void> {
    try {
      await this.deploy();
    } catch (error) {
      this.options.log("deploy", error instanceof Error ? error.message : String(error));
    }
  }

  /** In turn with the mutations, so that none sees half of a deployment. */
  async #install(loaded: Deployment): Promise<void> {
    const { database } = this.options;
    await this.#queue.enqueue(() => {
      const schema = new Schema(loaded.analysis.schema);
      schema.checkStored(database);
      database.applySchema(schema.tables());
      this.#schema = schema;
      this.#deployment = loaded;
    });
    this.#executor.cache.clear();
    await this.#crons?.sync();
    for (const listener of this.#listeners) listener();
  }

  analysis(): Analysis {
    return installed(this.#deployment).analysis;
  }

  onDeploy(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  watch(): void {
    this.#watcher = watchFiles(this.options.functionsDir, { recursive: true }, () => {
      clearTimeout(this.#debounce);
      this.#debounce = setTimeout(() => void this.#redeploy(), WATCH_DEBOUNCE_MS);
    });
  }

  start(): void {
    this.#jobs = new JobRunner(this.#engine, this.#executor);
    this.#crons = new CronRunner(this.#engine, this.#queue);
  }

  async close(): Promise<void> {
    this.#jobs?.stop();
    this.#crons?.stop();
    this.#watcher?.close();
    clearTimeout(this.#debounce);
    await this.#deploys.take(() => undefined);
    await this.#queue.idle();
  }
}

/**
 * A runtime for the functions of one folder on one database. From then on the whole process tells
 * the time in UTC: the methods of `Date` know no other zone than its own.
 */
export function createRuntime(options: RuntimeOptions): Runtime {
  process.env.TZ = "UTC";
  return new LocalRuntime(options);
}
