import { msg, plural, t, translateSentence } from "../../language/text";
import { isVisible } from "../../../convex/contract/texts";
import { isHd } from "../../../convex/contract/files/media";
import { isShownEverywhere } from "../../../convex/contract/files/shown";
import { formatOf } from "../file-copy";
import type { Visibility } from "../../../convex/contract/works";
import { PATIENCE_MS } from "./send-file";
import type { Need, UploadItem } from "./upload-item";

const DONE: Readonly<Record<Visibility, string>> = {
  published: msg("Uploaded."),
  unlisted: msg("Uploaded. Only people with its link see it."),
  draft: msg("Saved as a draft."),
};
const UNDER_WAY: readonly string[] = ["queued", "sending", "publishing"];
const ARRIVED: readonly string[] = ["sent", "publishing", "published"];

const DENIALS: Readonly<Record<Need, string>> = {
  uploads: msg("No uploads left on your plan."),
  storage_gb: msg("No storage left on your plan."),
  hd_upload: msg("Larger than 4K, which your plan does not include."),
};
const SHORTFALLS: Readonly<Record<Exclude<Need, "hd_upload">, string>> = {
  uploads: msg("One upload more than your plan has left. As a draft it needs none."),
  storage_gb: msg("More storage than your plan has left."),
};
const HDR_DENIAL = msg("HDR, which your plan does not include. Without HDR it would fit.");

/** The status of a file in one line. */
export function describeStep(item: UploadItem, connection: "online" | "offline"): string {
  const { step } = item;
  switch (step.status) {
    case "reading":
      return t("Reading");
    case "converting":
      return t("Converting the preview");
    case "ready":
      return describeReady(item);
    case "queued":
      return connection === "offline"
        ? t("Waiting for the network. It continues by itself.")
        : t("Queued");
    case "sending":
      return describeSending(totalBytesOf(item), step.sentBytes, step.elapsedMs);
    case "sent":
      return item.isRequested
        ? t("Uploaded. It waits for the rest of its work.")
        : describeReady(item);
    case "publishing":
      return item.publishesAs === "draft"
        ? t("Uploaded. Saving the draft.")
        : t("Uploaded. Publishing it.");
    case "denied":
      return `${describeDenial(item, step.need)} ${t("The file stays here.")}`;
    case "signedOut":
      return t("Sign in, and this continues.");
    case "published":
      return describePublished(item);
    case "refused":
    case "failed":
      return translateSentence(step.message);
  }
}

/** What the plan lacks for a chosen file, and what Publish then does. */
export function describeShortfall(item: UploadItem, need: Need): string {
  const lack = need === "hd_upload" ? describeDenial(item, need) : t(SHORTFALLS[need]);
  return `${lack} ${t("When you publish, you can choose a plan that has it.")}`;
}

/** What the one button does with the waiting works. */
export function publishText(chosen: readonly Visibility[]): string {
  const count = chosen.length;
  const [only, ...others] = new Set(chosen);
  if (only === undefined) return t("Publish");
  if (others.length > 0) return plural(count, "Send 1 work", "Send {count} works as chosen");
  if (only === "draft") return plural(count, "Save 1 draft", "Save {count} drafts");
  return only === "published"
    ? plural(count, "Publish 1 work", "Publish {count} works")
    : plural(count, "Share 1 work by link", "Share {count} works by link");
}

/** The visibility of several works: "2 for everyone, 1 as a draft". */
export function describeVisibilities(chosen: readonly Visibility[]): string {
  const count = (visibility: Visibility) => chosen.filter((one) => one === visibility).length;
  const parts = [
    [count("published"), t("{count} for everyone", { count: count("published") })] as const,
    [count("unlisted"), t("{count} by link", { count: count("unlisted") })] as const,
    [count("draft"), t("{count} as a draft", { count: count("draft") })] as const,
  ];
  return parts.flatMap(([works, text]) => (works > 0 ? text : [])).join(", ");
}

/** The bytes to send for a file: the original and its previews. */
export function totalBytesOf({ bytes, media }: Pick<UploadItem, "bytes" | "media">): number {
  return bytes + (media?.preview?.size ?? 0) + (media?.poster?.size ?? 0);
}

function percentSent(item: UploadItem): number {
  const { step } = item;
  if (ARRIVED.includes(step.status)) return 100;
  return step.status === "sending" ? Math.round((step.sentBytes / totalBytesOf(item)) * 100) : 0;
}

/** The progress of all files that are being published, in percent; null if there are none. */
export function percentOfAll(items: readonly UploadItem[]): number | null {
  if (!items.some(({ step }) => UNDER_WAY.includes(step.status))) return null;
  const requested = items.filter(({ step }) => [...UNDER_WAY, ...ARRIVED].includes(step.status));
  const totalBytes = requested.reduce((sum, item) => sum + totalBytesOf(item), 0);
  const sent = requested.reduce((sum, item) => sum + totalBytesOf(item) * percentSent(item), 0);
  return Math.round(sent / totalBytes);
}

function describeReady({ title, media, keepsPlace }: UploadItem): string {
  if (!isVisible(title)) return t("Give it a title to publish it.");
  if (!media) return t("Ready to publish");
  const place = media.hasPlace && !keepsPlace ? ` ${t("Its GPS position is left out.")}` : "";
  if (media.thumbnailUrl !== null) return t("Ready to publish.") + place;
  const format = formatOf(media.type);
  return (
    t("Ready to publish. This browser cannot show {format}. The original is safe.", { format }) +
    place
  );
}

function describeDenial({ media }: UploadItem, need: Need): string {
  const isLarge = media !== null && isHd({ width: media.width, height: media.height });
  return need === "hd_upload" && !isLarge ? t(HDR_DENIAL) : t(DENIALS[need]);
}

function describePublished({ media, publishesAs, keepsPlace }: UploadItem): string {
  const done = t(DONE[publishesAs]);
  if (!media?.preview || isShownEverywhere(media.type)) {
    const hasPosition = media?.hasPlace === true && keepsPlace;
    const kept = hasPosition
      ? t("We keep your original and its GPS location, and remove other metadata.")
      : t("We keep your original and remove its metadata.");
    return `${done} ${kept}`;
  }
  const from = formatOf(media.type);
  const converted = t("The preview was converted from {from}. Your original is kept.", { from });
  return `${done} ${converted}`;
}

function describeSending(bytes: number, sentBytes: number, elapsedMs: number): string {
  const percent = t("Uploading, {percent}%.", { percent: Math.round((sentBytes / bytes) * 100) });
  if (sentBytes === 0) return percent;
  const leftMs = (elapsedMs * (bytes - sentBytes)) / sentBytes;
  const seconds = Math.ceil(leftMs / 1000);
  const left = plural(seconds, "About {count} second left", "About {count} seconds left");
  const isLate = elapsedMs + leftMs > PATIENCE_MS;
  const late = t("at this speed it may not arrive within the limit of two minutes.");
  return isLate ? `${percent} ${left}: ${late}` : `${percent} ${left}.`;
}
