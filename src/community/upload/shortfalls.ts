import { isHd } from "../../../convex/contract/files/media";
import { needsUpload, waitsForPublish, worksOf } from "./composed-work";
import type { Need, UploadItem } from "./upload-item";
import { totalBytesOf } from "./upload-copy";

const BYTES_PER_GB = 1_000_000_000;

/** Whether a plan has this much of a feature; true if only the server knows. */
export type PlanHas = (need: Need, required: number) => boolean;

/**
 * What the plan lacks for each file that waits to be published, by file id, as far as the page
 * knows. Earlier works are counted first, so the last ones lack it.
 */
export function shortfallsOf(
  items: readonly UploadItem[],
  has: PlanHas,
): ReadonlyMap<string, Need> {
  const lacking = new Map<string, Need>();
  let uploads = 0;
  let bytes = 0;
  for (const files of worksOf(items).filter(waitsForPublish)) {
    const [first] = files;
    if (first && needsUpload(first) && !has("uploads", ++uploads)) {
      lacking.set(first.id, "uploads");
    }
    for (const file of files) {
      bytes += totalBytesOf(file);
      if (file.media && isHd(file.media) && !has("hd_upload", 1)) lacking.set(file.id, "hd_upload");
      else if (!has("storage_gb", bytes / BYTES_PER_GB)) lacking.set(file.id, "storage_gb");
    }
  }
  return lacking;
}
