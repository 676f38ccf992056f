import type { UploadItem } from "./upload-item";
import { t } from "../../language/text";

const MOST = 3;

/** The files that wait behind the paywall, uncropped. */
export function WaitingFiles({ items }: { items: readonly UploadItem[] }) {
  const waiting = items.filter(
    ({ step }) => step.status !== "published" && step.status !== "refused",
  );
  const urls = waiting.flatMap(({ media }) => media?.thumbnailUrl ?? []).slice(0, MOST);
  return (
    <>
      {urls.map((url) => (
        <img key={url} src={url} alt="" height={92} />
      ))}
      <span>{t("Your files stay here and continue afterwards.")}</span>
    </>
  );
}
