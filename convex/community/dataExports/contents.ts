import { v } from "convex/values";

/** A file of the member, and its path in the export. */
export const vExportedFile = v.object({
  path: v.string(),
  storageId: v.id("_storage"),
  caption: v.string(),
  /** Whether a browser shows it as a picture. */
  isPicture: v.boolean(),
});
export type ExportedFile = typeof vExportedFile.type;

/** A flat row of a list, for the JSON file and for the page. */
export const vRow = v.record(v.string(), v.union(v.string(), v.number(), v.boolean(), v.null()));
export type Row = typeof vRow.type;

/** A work with all its metadata and files. */
export const vExportedWork = v.object({
  ...{ title: v.string(), alt: v.string(), description: v.string() },
  tags: v.array(v.string()),
  /** Visibility, licence, dates in ISO form, counts and the like. */
  facts: vRow,
  files: v.array(vExportedFile),
  printOrders: v.array(vRow),
});
export type ExportedWork = typeof vExportedWork.type;

export const vExportedMember = v.object({
  tokenIdentifier: v.string(),
  username: v.string(),
  /** Name, bio, former usernames, settings. */
  facts: vRow,
  links: v.array(v.string()),
  images: v.array(vExportedFile),
});
export type ExportedMember = typeof vExportedMember.type;

/** Where an export continues: a page of works, and how many of its files are done. */
export const vPosition = v.object({ cursor: v.union(v.string(), v.null()), skip: v.number() });
export type Position = typeof vPosition.type;

/** The lists of an export; each is a JSON file and a table of the page. */
export const LISTS = ["comments", "likes", "relationships", "collections", "studios"] as const;
export type List = (typeof LISTS)[number];
export const vList = v.union(...LISTS.map((list) => v.literal(list)));

export const isoDate = (ms: number) => new Date(ms).toISOString();

const EXTENSIONS: Partial<Record<string, string>> = {
  "image/jpeg": "jpg",
  "video/quicktime": "mov",
  "video/x-matroska": "mkv",
};

/** A file's extension: jpg, png, mov. */
export function extensionOf(type: string): string {
  return EXTENSIONS[type] ?? type.replace(/^\w+\//, "").replaceAll(/\W+/g, "");
}

/** Keeps only characters that every file system accepts: letters, numbers and hyphens. */
export function slugOf(title: string): string {
  const words =
    title
      .normalize("NFKD")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.join("-").slice(0, 40).replace(/-$/, "") || "untitled";
}
