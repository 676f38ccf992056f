import { PassThrough, Readable } from "node:stream";
import { convexToJson } from "convex/values";
import { getExtension } from "hono/utils/mime";
import { ZipFile } from "yazl";
import { batches } from "../codec/batches";
import { toExportJson } from "../codec/export-json";
import { splitTable, tableIn } from "../codec/namespaces";
import type { Runtime } from "../runtime/runtime";
import { userTables } from "../runtime/system-queries";
import type { Database } from "../store/database";
import type { Doc, Snapshot } from "../store/state";
import { bodyFrom, HttpFailure } from "./body";
import type { FileStore } from "./files";

const README = [
  "# A snapshot of a Convex deployment\n",
  "Each line of <table>/documents.jsonl is a document. `npx convex import` takes this file:",
  "https://docs.convex.dev/database/import-export/import",
];
/** The type of a table's values, as the export format writes it. */
const UNIFORM = '"uniform"';
const CHUNK_CHARACTERS = 64 * 1024;

/** In few pieces: each is compressed in its own turn. */
function* inChunks(lines: Iterable<string>): Generator<string> {
  for (const batch of batches(lines, CHUNK_CHARACTERS)) yield `${batch.join("\n")}\n`;
}

export interface Backend {
  runtime: Runtime;
  database: Database;
  files: FileStore;
}

/** `_components/a/_components/b/` */
const folderOf = (component: string) =>
  component === "" ? "" : `_components/${component.replaceAll("/", "/_components/")}/`;

interface Held {
  snapshot: Snapshot;
  numbers: ReadonlyMap<string, number>;
  withFiles: boolean;
}

/** Snapshots as archives, in the layout that `npx convex import` takes. */
export class Exports {
  #latest: Held | null = null;

  constructor(private readonly backend: Backend) {
    backend.runtime.systemQueries.add("exports:getLatest", () => {
      const ts = convexToJson(this.#latest?.snapshot.ts ?? 0n);
      const times = { start_ts: ts, complete_ts: ts, zip_object_key: "" };
      return this.#latest && { state: "completed", ...times };
    });
  }

  /** A snapshot of the data, until it has been downloaded. */
  request(withFiles: boolean): void {
    const { database } = this.backend;
    const numbers = new Map(database.tableNumbers());
    this.#latest = { snapshot: database.head, numbers, withFiles };
  }

  /** The archive, made while it is sent. */
  fetch(ts: string): Response {
    const held = this.#latest;
    if (String(held?.snapshot.ts) !== ts || !held)
      throw new HttpFailure(
        400,
        "ExportNotFound",
        "This export is not held any more. Ask for another one.",
      );
    const zip = new ZipFile();
    const output = zip.outputStream.pipe(new PassThrough());
    output.once("end", () => {
      // Another export may have been requested meanwhile.
      if (this.#latest === held) this.#latest = null;
    });
    let source: Readable | null = null;
    output.once("close", () => source?.destroy());
    this.#fill(held, (name, open) =>
      zip.addReadStreamLazy(name, (done) => {
        if (output.destroyed) return;
        // A file that was deleted meanwhile: the client notices that the rest is missing.
        source = open().once("error", (error) => output.destroy(error));
        done(null, source);
      }),
    );
    zip.end();
    const name = `snapshot_${ts}.zip`;
    return new Response(bodyFrom(output), {
      headers: {
        "Content-Type": "application/zip",
        "Content-Disposition": `attachment; filename=${name}`,
      },
    });
  }

  #fill(
    { snapshot, numbers, withFiles }: Held,
    add: (name: string, open: () => Readable) => void,
  ): void {
    const { runtime, database, files } = this.backend;
    const addLines = (name: string, lines: () => Iterable<string>) =>
      add(name, () => Readable.from(inChunks(lines())));
    const tx = database.begin(snapshot);
    function* lines(table: string, write: (doc: Doc) => string): Generator<string> {
      for (const doc of tx.all(table)) yield write(doc);
    }
    const tables = userTables(runtime.engine, tx).map((stored) => ({
      ...splitTable(stored),
      stored,
    }));
    addLines("README.md", () => README);
    for (const component of runtime.engine.deployment().components.keys()) {
      const folder = folderOf(component);
      const own = tables.filter((each) => each.component === component);
      addLines(`${folder}_tables/documents.jsonl`, () =>
        own.map(({ table, stored }) => JSON.stringify({ name: table, id: numbers.get(stored) })),
      );
      for (const { table, stored } of own) {
        addLines(`${folder}${table}/documents.jsonl`, () => lines(stored, toExportJson));
        addLines(`${folder}${table}/generated_schema.jsonl`, () => [UNIFORM]);
      }
      if (!withFiles) continue;
      const rows = tableIn(component, "_storage");
      addLines(`${folder}_storage/documents.jsonl`, () =>
        lines(rows, (doc) => JSON.stringify(doc)),
      );
      for (const { _id, contentType } of tx.all(rows)) {
        const extension = typeof contentType === "string" ? getExtension(contentType) : undefined;
        const name = `${folder}_storage/${_id}${extension ? `.${extension}` : ""}`;
        add(name, () => files.open(_id));
      }
    }
  }
}
