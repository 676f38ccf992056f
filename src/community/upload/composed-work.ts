import { WORK_LIMITS } from "../../../convex/contract/works";
import type { FileMetadata, UploadItem, UploadStep } from "./upload-item";

/** The maximum number of pictures of one work: its own, and its pages. */
export const MAX_FILES_OF_WORK = WORK_LIMITS.pages + 1;

/** The states of a work's files, in the order of their urgency for the artist. */
const URGENCY: readonly UploadStep["status"][] = [
  ...(["refused", "failed", "signedOut", "denied", "reading", "converting"] as const),
  ...(["sending", "queued", "publishing", "ready", "sent", "published"] as const),
];

/** Inspected, and perhaps already being sent; only Publish is missing. */
const WAITING: readonly UploadStep["status"][] = ["ready", "queued", "sending", "sent"];

/** The files of each work, in order. The first one has the work's title and metadata. */
export function worksOf(items: readonly UploadItem[]): UploadItem[][] {
  return items
    .filter(({ pageOf }) => pageOf === null)
    .map((first) => [first, ...items.filter(({ pageOf }) => pageOf === first.id)]);
}

/** The files of the work that a file belongs to; empty when there is no such file. */
export function workWith(items: readonly UploadItem[], id: string): UploadItem[] {
  return worksOf(items).find((files) => files.some((file) => file.id === id)) ?? [];
}

/** The file of a work whose state represents the work. */
export function leadingFile(files: readonly UploadItem[]): UploadItem | undefined {
  const urgency = ({ step }: UploadItem) => URGENCY.indexOf(step.status);
  return files.toSorted((a, b) => urgency(a) - urgency(b))[0];
}

/** Whether a work is ready and waits for Publish. */
export function waitsForPublish(files: readonly UploadItem[]): boolean {
  const first = files[0];
  const status = leadingFile(files)?.step.status;
  if (first === undefined || status === undefined) return false;
  return status === "denied" || (!first.isRequested && WAITING.includes(status));
}

/** Whether every file of a work has arrived and the artist has pressed Publish. */
export function mayPublish(files: readonly UploadItem[]): boolean {
  return files[0]?.isRequested === true && files.every(({ step }) => step.status === "sent");
}

/** Whether a work can be combined with another, or split. */
export function isComposable(files: readonly UploadItem[]): boolean {
  return files.every(({ step, isRequested, keepsPlace }) => {
    // A file that is being sent with its location can't become a page of a work without one.
    const isOnItsWayWithPlace = step.status === "sending" && keepsPlace;
    return !isRequested && isEditable({ step }) && !isOnItsWayWithPlace;
  });
}

/** Whether a work counts as an upload; a draft counts when it is published. */
export function needsUpload({ publishesAs }: Pick<UploadItem, "publishesAs">): boolean {
  return publishesAs !== "draft";
}

/** Whether a file is being sent, or about to be. */
export function isStoppable({ step }: Pick<UploadItem, "step">): boolean {
  return step.status === "sending" || step.status === "queued";
}

/** Whether a file's metadata can still change. */
export function isEditable({ step }: Pick<UploadItem, "step">): boolean {
  return !["published", "refused", "publishing", "reading", "converting"].includes(step.status);
}

/**
 * Combines several works into one. The first one provides title and metadata; the
 * others keep theirs for a later split. If there are too many files, nothing changes.
 */
export function join(items: readonly UploadItem[], ids: readonly string[]): UploadItem[] {
  const works = worksOf(items);
  const joined = works.filter(([first]) => first !== undefined && ids.includes(first.id));
  const files = joined.flat();
  const [first] = files;
  if (!first || joined.length < 2 || files.length > MAX_FILES_OF_WORK) return [...items];
  return works.flatMap((work) => {
    if (work[0] === first) return asWork(files, first);
    return joined.includes(work) ? [] : work;
  });
}

/** Splits a work into one work per file. */
export function split(items: readonly UploadItem[], id: string): UploadItem[] {
  return items.map((item) => (item.pageOf === id ? { ...item, pageOf: null } : item));
}

/** Moves a file within its work. The first one becomes the work's own picture. */
export function movePage(items: readonly UploadItem[], id: string, to: number): UploadItem[] {
  const files = workWith(items, id);
  const moved = files.find((file) => file.id === id);
  if (!moved || !files[0]) return [...items];
  const others = files.filter((file) => file !== moved);
  return replaceWork(items, files, asWork(others.toSpliced(to, 0, moved), files[0]));
}

/** Moves a work, with its pages, to a position among the works. */
export function moveWork(items: readonly UploadItem[], id: string, to: number): UploadItem[] {
  const works = worksOf(items);
  const moved = works.find(([first]) => first?.id === id);
  const others = works.filter((work) => work !== moved);
  return moved ? others.toSpliced(to, 0, moved).flat() : [...items];
}

/** Removes one file. The next file of its work takes its place. */
export function removeFile(items: readonly UploadItem[], id: string): UploadItem[] {
  const files = workWith(items, id);
  const left = files.filter((file) => file.id !== id);
  return files[0] ? replaceWork(items, files, asWork(left, files[0])) : [...items];
}

/** The file with changed metadata. */
export function describe(item: UploadItem, metadata: Partial<FileMetadata>): UploadItem {
  const described = { ...item, ...metadata };
  if (described.keepsPlace === item.keepsPlace) return described;
  // Previews that are being sent have the old choice about the location; files that have arrived
  // are sent again.
  const isOnItsWay = item.step.status === "sending";
  if (isOnItsWay) return { ...described, keepsPlace: item.keepsPlace };
  const again = { status: "queued" } as const;
  return { ...described, sent: {}, step: item.step.status === "sent" ? again : item.step };
}

function replaceWork(
  items: readonly UploadItem[],
  files: readonly UploadItem[],
  by: readonly UploadItem[],
): UploadItem[] {
  return worksOf(items).flatMap((work) => (work[0] === files[0] ? by : work));
}

/** Files as one work in this order, with the metadata of the previous one. */
function asWork(
  files: readonly UploadItem[],
  { title, metadata, keepsPlace, publishesAs, collectionId, isRequested }: UploadItem,
): UploadItem[] {
  const [first, ...pages] = files;
  if (!first) return [];
  const shared = { keepsPlace, publishesAs };
  return [
    {
      ...describe(first, { ...shared, title, metadata, collectionId }),
      ...{ isRequested, pageOf: null },
    },
    ...pages.map((page) => ({ ...describe(page, shared), isRequested, pageOf: first.id })),
  ];
}
