"use node";

import { v } from "convex/values";
import { ZipFile } from "yazl";
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import { internalAction } from "../../_generated/server";
import type { ActionCtx } from "../../_generated/server";
import { billing } from "../../billing";
import { MAX_LISTED_INVOICES } from "../../../packages/billing/src/contract";
import { LISTS } from "./contents";
import type { ExportedFile, ExportedMember, ExportedWork, List, Row } from "./contents";
import { vPosition } from "./model";
import type { Position } from "./model";
import { renderPage } from "./page";

/** A part is closed when it has this many bytes of files: an action has 512 MB of memory. */
const PART_BYTES = 100 * 1024 * 1024;
const WORKS_OF_A_PAGE = 20;
/** Progress is reported after so many files. */
const REPORTED_FILES = 5;

const { read, model } = internal.community.dataExports;

/** The action, for parts of so many bytes; this deployment's is below. */
export const writingPartsOf = (partBytes: number) =>
  /** Writes one part of an export, and schedules the next one. */
  internalAction({
    args: {
      exportId: v.id("dataExports"),
      number: v.number(),
      filesDone: v.number(),
      from: vPosition,
    },
    returns: v.null(),
    handler: async (ctx, { exportId, number, filesDone, from }): Promise<null> => {
      try {
        const member = await ctx.runQuery(read.member, { exportId });
        if (!member) return null;
        const part = new Part(ctx, exportId, { filesDone, partBytes });
        if (number === 1) await addData(part, member);
        const next = await addFiles(part, from);
        if (next === "deleted") return null;
        const blob = await part.close();
        const storageId = await ctx.storage.store(blob);
        await ctx.runMutation(model.addPart, {
          ...{ exportId, number, storageId, bytes: blob.size, filesDone: part.filesDone, next },
        });
      } catch (error) {
        console.error(`The export ${exportId} failed:`, error);
        await ctx.runMutation(model.fail, { exportId });
      }
      return null;
    },
  });

export const writePart = writingPartsOf(PART_BYTES);

/** A ZIP file in the making. */
class Part {
  readonly #zip = new ZipFile();
  readonly #chunks: Buffer[] = [];
  readonly #ended: Promise<void>;
  readonly #partBytes: number;
  #bytes = 0;
  /** Files in this part and the ones before. */
  filesDone: number;

  constructor(
    readonly ctx: ActionCtx,
    readonly exportId: Id<"dataExports">,
    { filesDone, partBytes }: { filesDone: number; partBytes: number },
  ) {
    this.filesDone = filesDone;
    this.#partBytes = partBytes;
    this.#ended = new Promise((resolve, reject) => {
      this.#zip.outputStream.on("data", (chunk: Buffer) => this.#chunks.push(chunk));
      this.#zip.outputStream.on("end", () => resolve());
      this.#zip.outputStream.on("error", reject);
    });
  }

  get isFull(): boolean {
    return this.#bytes >= this.#partBytes;
  }

  addText(path: string, text: string): void {
    this.#zip.addBuffer(Buffer.from(text), path);
  }

  /** Adds a stored file. One that was deleted meanwhile is left out. */
  async addFile({ path, storageId }: ExportedFile): Promise<void> {
    const blob = await this.ctx.storage.get(storageId);
    // Pictures and films are compressed already.
    if (blob) this.#zip.addBuffer(Buffer.from(await blob.arrayBuffer()), path, { compress: false });
    this.#bytes += blob?.size ?? 0;
    this.filesDone += 1;
  }

  async close(): Promise<Blob> {
    this.#zip.end();
    await this.#ended;
    return new Blob(this.#chunks as BlobPart[], { type: "application/zip" });
  }
}

/** Adds the page, the JSON and the profile's images; reports how many files there are. */
async function addData(part: Part, member: ExportedMember): Promise<void> {
  const { ctx, exportId } = part;
  const works = await everyWork(ctx, exportId);
  const lists = await everyList(ctx, exportId);
  const customer = await customerOf(ctx, member.tokenIdentifier);
  const invoices = (customer?.invoices ?? []).map(
    ({ created_at, product_ids, total, currency, status, hosted_invoice_url }): Row => ({
      ...{ at: new Date(created_at).toISOString(), plans: product_ids.join(", ") },
      ...{ total, currency, status, page: hosted_invoice_url ?? null },
    }),
  );
  const madeAt = new Date().toISOString();
  part.addText("index.html", await renderPage({ member, works, lists, invoices, madeAt }));
  const { tokenIdentifier: _, images, ...profile } = member;
  const written = { profile, works, ...lists, billing: customer };
  for (const [name, value] of Object.entries(written))
    part.addText(`${name}.json`, `${JSON.stringify(value, null, 2)}\n`);
  for (const image of images) await part.addFile(image);
  // The profile's images are no works.
  part.filesDone = 0;
  const files = works.reduce((sum, work) => sum + work.files.length, 0);
  await ctx.runMutation(model.report, { exportId, filesDone: 0, files });
}

/** Adds files until the part is full. Returns where the next part begins; null: nowhere. */
async function addFiles(part: Part, from: Position): Promise<Position | null | "deleted"> {
  const { ctx, exportId } = part;
  let { cursor, skip } = from;
  for (;;) {
    const paginationOpts = { numItems: 1, cursor };
    const page = await ctx.runQuery(read.works, { exportId, paginationOpts });
    const files = page.works.flatMap((work) => work.files);
    for (const [at, file] of files.entries()) {
      if (at < skip) continue;
      if (part.isFull) return { cursor, skip: at };
      await part.addFile(file);
      if (part.filesDone % REPORTED_FILES > 0) continue;
      const { filesDone } = part;
      if (!(await ctx.runMutation(model.report, { exportId, filesDone }))) return "deleted";
    }
    if (page.isDone) return null;
    ({ cursor } = page);
    skip = 0;
  }
}

async function everyWork(ctx: ActionCtx, exportId: Id<"dataExports">): Promise<ExportedWork[]> {
  const works: ExportedWork[] = [];
  let cursor: string | null = null;
  for (;;) {
    const paginationOpts = { numItems: WORKS_OF_A_PAGE, cursor };
    const page: PageOfWorks = await ctx.runQuery(read.works, { exportId, paginationOpts });
    works.push(...page.works);
    if (page.isDone) return works;
    ({ cursor } = page);
  }
}

async function everyRow(next: (cursor: string | null) => Promise<PageOfRows>): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  for (;;) {
    const page: PageOfRows = await next(cursor);
    rows.push(...page.rows);
    if (page.isDone) return rows;
    ({ cursor } = page);
  }
}

/** The rows of each list; a collection's row names its works. */
async function everyList(ctx: ActionCtx, exportId: Id<"dataExports">): Promise<Lists> {
  const found: Partial<Lists> = {};
  for (const list of LISTS)
    found[list] = await everyRow(
      async (cursor) => await ctx.runQuery(read.list, { exportId, list, cursor }),
    );
  const lists = found as Lists;
  for (const collection of lists.collections) {
    const collectionId = collection["id"] as Id<"collections">;
    const works = await everyRow(
      async (cursor) => await ctx.runQuery(read.collected, { collectionId, cursor }),
    );
    collection["works"] = works.map(({ work }) => work).join("; ");
  }
  return lists;
}

type Lists = Record<List, Row[]>;

interface PageOfWorks {
  works: ExportedWork[];
  cursor: string;
  isDone: boolean;
}

interface PageOfRows {
  rows: Row[];
  cursor: string;
  isDone: boolean;
}

/** The member's customer as billing knows it, with invoices; null: they never had one. */
async function customerOf(ctx: ActionCtx, tokenIdentifier: string) {
  const who = await billing.other(ctx, tokenIdentifier);
  if (!who) return null;
  const { data, error } = await billing.customers.get(ctx, who, { expand: ["invoices"] });
  if (error) throw new Error(`The customer can't be read: ${error.message}`);
  const { invoices = [] } = data;
  for (let last = invoices.at(-1); last && invoices.length % MAX_LISTED_INVOICES === 0;) {
    const page = { cursor: last.stripe_id, limit: MAX_LISTED_INVOICES };
    const older = await billing.invoices.list(ctx, who, page);
    if (older.error) throw new Error(`The invoices can't be read: ${older.error.message}`);
    invoices.push(...older.data.list);
    last = older.data.list.at(-1);
  }
  return { ...data, invoices };
}
