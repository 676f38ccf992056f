"use node";

import { v } from "convex/values";
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import { internalAction } from "../../_generated/server";
import type { ActionCtx } from "../../_generated/server";
import { billing } from "../../billing";
import { MAX_LISTED_INVOICES } from "../../../packages/billing/src/contract";
import { LISTS } from "./contents";
import type { ExportedFile, ExportedMember, ExportedWork, List, Position, Row } from "./contents";
import { renderPage } from "./page";
import { PART_BYTES, ZipPart } from "./zipPart";

const WORKS_OF_A_PAGE = 20;
/** How many files to add between two progress reports. */
const REPORTED_FILES = 5;

const { read, model } = internal.community.dataExports;

/** The action for parts of a given size in bytes; this deployment's is below. */
export const writingPartsOf = (partBytes: number) =>
  /** Writes one part of an export, and schedules the next. */
  internalAction({
    args: { exportId: v.id("dataExports"), run: v.number() },
    returns: v.null(),
    handler: async (ctx, named): Promise<null> => {
      try {
        const writing = await ctx.runMutation(model.takeUp, named);
        const member = writing && (await ctx.runQuery(read.member, { exportId: named.exportId }));
        if (!member) return null;
        const mostBytes = partBytes / 2 ** (writing.attempts - 1);
        const part = new Part(ctx, named, { filesDone: writing.filesDone, mostBytes });
        if (writing.number === 1) await addData(part, member);
        const next = await addFiles(part, writing.from);
        const blob = await part.zip.close();
        const storageId = await ctx.storage.store(blob);
        const { filesDone } = part;
        const written = { storageId, bytes: blob.size, filesDone, next };
        await ctx.runMutation(model.addPart, { ...named, ...written });
      } catch (error) {
        if (error instanceof Superseded) return null;
        console.error(`The export ${named.exportId} was interrupted:`, error);
        await ctx.runMutation(model.interrupt, named);
      }
      return null;
    },
  });

export const writePart = writingPartsOf(PART_BYTES);

/** The export was deleted, or another action took it over, so this action stops. */
class Superseded extends Error {}

/** A part of an export that is being written. */
class Part {
  readonly zip: ZipPart;
  readonly exportId: Id<"dataExports">;
  /** Files in this part and the earlier ones. */
  filesDone: number;

  constructor(
    readonly ctx: ActionCtx,
    readonly named: { exportId: Id<"dataExports">; run: number },
    { filesDone, mostBytes }: { filesDone: number; mostBytes: number },
  ) {
    this.exportId = named.exportId;
    this.filesDone = filesDone;
    this.zip = new ZipPart(mostBytes);
  }

  /**
   * Adds a stored file, and skips one that was deleted in the meantime. False: the part is full.
   */
  async addFile({ path, storageId }: ExportedFile): Promise<boolean> {
    const blob = await this.ctx.storage.get(storageId);
    return blob === null || (await this.zip.addFile(path, blob));
  }

  /** Sends a heartbeat. @throws Superseded */
  async report(progress: { filesDone?: number; files?: number } = {}): Promise<void> {
    const goesOn = await this.ctx.runMutation(model.report, { ...this.named, ...progress });
    if (!goesOn) throw new Superseded();
  }
}

/** Adds the page, the JSON files and the profile's images; returns the number of files. */
async function addData(part: Part, member: ExportedMember): Promise<void> {
  const { ctx } = part;
  const works = await everyWork(part);
  const lists = await everyList(part);
  const customer = await customerOf(ctx, member.tokenIdentifier);
  const invoices = (customer?.invoices ?? []).map(
    ({ created_at, product_ids, total, currency, status, hosted_invoice_url }): Row => ({
      ...{ at: new Date(created_at).toISOString(), plans: product_ids.join(", ") },
      ...{ total, currency, status, page: hosted_invoice_url ?? null },
    }),
  );
  const madeAt = new Date().toISOString();
  part.zip.addText("index.html", await renderPage({ member, works, lists, invoices, madeAt }));
  const { tokenIdentifier: _, images, ...profile } = member;
  const written = { profile, works, ...lists, billing: customer };
  for (const [name, value] of Object.entries(written))
    part.zip.addText(`${name}.json`, `${JSON.stringify(value, null, 2)}\n`);
  for (const image of images) await part.addFile(image);
  const files = works.reduce((sum, work) => sum + work.files.length, 0);
  await part.report({ filesDone: 0, files });
}

/**
 * Adds files until the part is full. Returns where the next part begins; null after the last one.
 */
async function addFiles(part: Part, from: Position): Promise<Position | null> {
  const { ctx, exportId } = part;
  let { cursor, skip } = from;
  for (;;) {
    const paginationOpts = { numItems: 1, cursor };
    const page = await ctx.runQuery(read.works, { exportId, paginationOpts });
    const files = page.works.flatMap((work) => work.files);
    for (const [at, file] of files.entries()) {
      if (at < skip) continue;
      if (!(await part.addFile(file))) return { cursor, skip: at };
      part.filesDone += 1;
      if (part.filesDone % REPORTED_FILES === 0) await part.report({ filesDone: part.filesDone });
    }
    if (page.isDone) return null;
    ({ cursor } = page);
    skip = 0;
  }
}

async function everyWork(part: Part): Promise<ExportedWork[]> {
  const { ctx, exportId } = part;
  const works: ExportedWork[] = [];
  let cursor: string | null = null;
  for (;;) {
    const paginationOpts = { numItems: WORKS_OF_A_PAGE, cursor };
    const page: PageOfWorks = await ctx.runQuery(read.works, { exportId, paginationOpts });
    works.push(...page.works);
    await part.report();
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

/** The rows of each list. A collection's row contains its works. */
async function everyList(part: Part): Promise<Lists> {
  const { ctx, exportId } = part;
  const found: Partial<Lists> = {};
  for (const list of LISTS) {
    found[list] = await everyRow(async (cursor) => {
      await part.report();
      return await ctx.runQuery(read.list, { exportId, list, cursor });
    });
  }
  const lists = found as Lists;
  for (const collection of lists.collections) {
    const collectionId = collection["id"] as Id<"collections">;
    const works = await everyRow(
      async (cursor) => await ctx.runQuery(read.collected, { collectionId, cursor }),
    );
    await part.report();
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

/** The member's customer in billing, with invoices; null if they never had one. */
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
