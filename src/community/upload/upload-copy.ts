import { isHd } from "../../../convex/contract/files/media";
import { isShownEverywhere } from "../../../convex/contract/files/shown";
import { formatOf } from "../file-copy";
import { PATIENCE_MS } from "./send-file";
import type { Need, UploadItem } from "./upload-item";

const UNDER_WAY: readonly string[] = ["queued", "sending", "publishing"];

const DENIALS: Readonly<Record<Need, string>> = {
  uploads: "No uploads left on your plan.",
  storage_gb: "No storage left on your plan.",
  hd_upload: "Larger than 4K, which your plan does not include.",
};
const HDR_DENIAL = "HDR, which your plan does not include. Without HDR it would fit.";

/** The status of a file in one line. */
export function describeStep(item: UploadItem, connection: "online" | "offline"): string {
  const { step } = item;
  switch (step.status) {
    case "reading":
      return "Reading";
    case "converting":
      return "Converting the preview";
    case "ready":
      return describeReady(item);
    case "queued":
      return connection === "offline"
        ? "Waiting for the network. It continues by itself."
        : "Queued";
    case "sending":
      return describeSending(totalBytesOf(item), step.sentBytes, step.elapsedMs);
    case "publishing":
      return item.publishesAs === "draft"
        ? "Uploaded. Saving the draft."
        : "Uploaded. Publishing it.";
    case "denied":
      return `${describeDenial(item, step.need)} The file stays here.`;
    case "signedOut":
      return "Sign in, and this continues.";
    case "published":
      return describePublished(item);
    case "refused":
    case "failed":
      return step.message;
  }
}

/** The bytes that are sent for a file: the original and its previews. */
export function totalBytesOf({ bytes, media }: Pick<UploadItem, "bytes" | "media">): number {
  return bytes + (media?.preview?.size ?? 0) + (media?.poster?.size ?? 0);
}

export function percentSent(item: UploadItem): number {
  const { step } = item;
  if (step.status === "published" || step.status === "publishing") return 100;
  return step.status === "sending" ? Math.round((step.sentBytes / totalBytesOf(item)) * 100) : 0;
}

/** The progress of all files that are being published, in percent; null: none. */
export function percentOfAll(items: readonly UploadItem[]): number | null {
  if (!items.some(({ step }) => UNDER_WAY.includes(step.status))) return null;
  const requested = items.filter(({ step }) => [...UNDER_WAY, "published"].includes(step.status));
  const totalBytes = requested.reduce((sum, item) => sum + totalBytesOf(item), 0);
  const sent = requested.reduce((sum, item) => sum + totalBytesOf(item) * percentSent(item), 0);
  return Math.round(sent / totalBytes);
}

function describeReady({ title, media, keepsPlace }: UploadItem): string {
  if (title.trim() === "") return "Give it a title to publish it.";
  if (!media) return "Ready to publish";
  const place = media.hasPlace && !keepsPlace ? " Its GPS position is left out." : "";
  if (media.thumbnailUrl !== null) return `Ready to publish.${place}`;
  const format = formatOf(media.type);
  return `Ready to publish. This browser cannot show ${format}. The original is safe.${place}`;
}

function describeDenial({ media }: UploadItem, need: Need): string {
  const isLarge = media !== null && isHd({ width: media.width, height: media.height });
  return need === "hd_upload" && !isLarge ? HDR_DENIAL : DENIALS[need];
}

function describePublished({ media, publishesAs }: UploadItem): string {
  const draft = publishesAs === "draft" ? "Saved as a draft." : "Uploaded.";
  if (!media?.preview || isShownEverywhere(media.type)) {
    return `${draft} Your original is kept as it is.`;
  }
  const from = formatOf(media.type);
  return `${draft} The preview was converted from ${from}. Your original is kept.`;
}

function describeSending(bytes: number, sentBytes: number, elapsedMs: number): string {
  const percent = `Uploading, ${Math.round((sentBytes / bytes) * 100)}%.`;
  if (sentBytes === 0) return percent;
  const leftMs = (elapsedMs * (bytes - sentBytes)) / sentBytes;
  const seconds = Math.ceil(leftMs / 1000);
  const left = `About ${seconds} ${seconds === 1 ? "second" : "seconds"} left`;
  return elapsedMs + leftMs > PATIENCE_MS
    ? `${percent} ${left}: at this speed it may not arrive within the limit of two minutes.`
    : `${percent} ${left}.`;
}
