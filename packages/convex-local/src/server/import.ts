import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { tableIn } from "../codec/namespaces";
import { convexToJson, type JSONValue } from "convex/values";
import { findFile } from "../runtime/calls";
import type { JsonObject, StagedFile } from "../runtime/types";
import { textOf } from "../runtime/validators";
import { asAnswer, HttpFailure, readBody } from "./body";
import type { Backend } from "./export";
import { applyImport, isStorage, MODES, type Applied, type Mode } from "./import-documents";
import { ImportFailure, openImport, type ImportSource } from "./import-source";

/** An upload without activity for this long is abandoned: its parts need space. */
const LIFETIME_MS = 60 * 60 * 1000;
/** The command line sends 5 MiB at once. */
const MAX_PART_BYTES = 64 * 1024 * 1024;

interface Upload {
  path: string;
  /** The start of each part, and of the next one. */
  starts: number[];
}

interface Import {
  /** As the command line reads it. */
  state: JsonObject & { state: string };
  source: ImportSource | null;
  files: Map<string, StagedFile>;
  mode: Mode;
  isCsv: boolean;
  path: string;
}

/** The plan in the form that the command line shows before it asks. */
function summarize({ changes }: Applied): string {
  const rows = changes.map(({ table, created, deleted, existing }) => [
    table,
    created.toLocaleString("en"),
    `${deleted.toLocaleString("en")} of ${existing.toLocaleString("en")}`,
  ]);
  const all = [["table", "create", "delete"], ...rows];
  const widths = [0, 1, 2].map((i) => Math.max(...all.map((row) => row[i]?.length ?? 0)));
  const lines = all.map((row) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(" | "));
  lines.splice(1, 0, "-".repeat(lines[0]?.length ?? 0));
  return ["Import change summary:", ...lines].join("\n");
}

function hasEnded(): never {
  throw new HttpFailure(400, "ImportUploadNotFound", "This upload has ended. Begin again.");
}

/**
 * The server side of `npx convex import`: uploaded in parts, tried, confirmed, and
 * then stored whole.
 */
export class Imports {
  readonly #uploads = new Map<string, Upload>();
  readonly #imports = new Map<string, Import>();

  constructor(private readonly backend: Backend) {
    const { systemQueries } = backend.runtime;
    systemQueries.add("queryImport:default", ({ importId }) => ({
      state: { ...this.#of(importId).state },
    }));
    systemQueries.add("queryImport:list", () =>
      [...this.#imports.values()].map(({ state }) => ({ state: { ...state } })),
    );
  }

  start(): { uploadToken: string } {
    const uploadToken = randomUUID();
    this.#uploads.set(uploadToken, { path: this.backend.files.stagePath(), starts: [0] });
    setTimeout(() => this.#drop(uploadToken), LIFETIME_MS).unref();
    return { uploadToken };
  }

  #drop(token: string): void {
    rmSync(this.#uploads.get(token)?.path ?? "", { force: true });
    this.#uploads.delete(token);
  }

  /** Parts come in order; a repeated part replaces the earlier one. */
  async receivePart(request: Request, token: string, part: number): Promise<string> {
    const upload = this.#uploads.get(token) ?? hasEnded();
    const start = upload.starts[part - 1];
    if (start === undefined) return hasEnded();
    const bytes = await readBody(request, MAX_PART_BYTES);
    const file = await open(upload.path, "a", 0o600);
    try {
      await file.truncate(start);
      // All of it: on a disk that is nearly full, a write may store only a part.
      await file.appendFile(bytes);
    } catch (error) {
      this.#drop(token);
      throw asAnswer(error);
    } finally {
      await file.close();
    }
    upload.starts.splice(part, Infinity, start + bytes.length);
    return String(part);
  }

  /** Tries the whole import; it fails, or waits for the confirmation. */
  async finish(token: string, { tableName, mode, format, componentPath = "" }: JsonObject) {
    const { path } = this.#uploads.get(token) ?? hasEnded();
    this.#uploads.delete(token);
    const importId = randomUUID();
    const one: Import = {
      state: { state: "in_progress" },
      ...{ source: null, files: new Map(), path, isCsv: format === "csv" },
      mode: MODES.find((known) => known === mode) ?? hasEnded(),
    };
    this.#imports.set(importId, one);
    await this.#attempt(one, async () => {
      const table = tableIn(textOf(componentPath), textOf(tableName ?? ""));
      one.source = await openImport(one.path, textOf(format), table);
      for (const [id, file] of one.source.files)
        one.files.set(id, await this.backend.files.stage(await file()));
      const tried = await this.#run(one, false);
      one.state = {
        state: "waiting_for_confirmation",
        message_to_confirm: summarize(tried),
        require_manual_confirmation: tried.changes.some(({ deleted }) => deleted > 0),
      };
    });
    setTimeout(() => this.#forget(one), LIFETIME_MS).unref();
    return { importId };
  }

  #forget(one: Import): void {
    if (one.state.state === "waiting_for_confirmation")
      this.#fail(one, new ImportFailure("It was not confirmed within an hour."));
  }

  async perform(importId: JSONValue | undefined): Promise<void> {
    const one = this.#of(importId);
    if (one.state.state !== "waiting_for_confirmation") return;
    one.state = { state: "in_progress" };
    await this.#attempt(one, async () => {
      const { changes } = await this.#run(one, true);
      const documents = changes.filter(({ table }) => !isStorage(table));
      const written = documents.reduce((sum, { created }) => sum + created, 0);
      one.state = { state: "completed", num_rows_written: convexToJson(BigInt(written)) };
      this.#discard(one);
    });
  }

  async #attempt(one: Import, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#fail(one, error);
    }
  }

  #fail(one: Import, error: unknown): void {
    this.#discard(one);
    const message = error instanceof Error ? error.message : String(error);
    one.state = { state: "failed", error_message: `Hit an error while importing:\n${message}` };
    if (!(error instanceof ImportFailure)) this.backend.runtime.engine.log("import", message);
  }

  /** One transaction: all of it is stored, or nothing. */
  async #run(one: Import, commit: boolean): Promise<Applied> {
    const { runtime, database, files } = this.backend;
    const { source } = one;
    if (!source) throw new Error("An import without a source cannot run.");
    const attempt = runtime.queue.transactAlone(async (tx) => {
      const applied = await applyImport({ runtime, database, ...one, source }, tx);
      if (commit) files.place(one.files);
      const afterCommit = applied.orphans.map((id) => () => files.remove(id));
      return { commit, result: applied, numbers: applied.numbers, afterCommit };
    });
    const placed = commit ? [...one.files.keys()] : [];
    return attempt.then(
      ({ result }) => result,
      async (error: unknown) => {
        const tx = database.begin();
        for (const id of placed) if (!findFile(database, tx, id)) await files.remove(id);
        throw error;
      },
    );
  }

  #discard({ source, path, files }: Import): void {
    source?.close();
    for (const staged of [path, ...[...files.values()].map((file) => file.path)])
      rmSync(staged, { force: true });
  }

  #of(importId: JSONValue | undefined): Import {
    const found = this.#imports.get(typeof importId === "string" ? importId : "");
    if (!found)
      throw new HttpFailure(400, "ImportNotFound", "There is no such import. Begin again.");
    return found;
  }
}
