import { plural, t } from "../../language/text";
import type { UploadItem } from "./upload-item";
import { describeVisibilities } from "./upload-copy";
import { UploadThumb } from "./upload-thumb";

const MOST_SHOWN = 4;

/** A summary of what Publish does: the first pictures of the works, and their visibility. */
export function PanelSummary({ works }: { works: readonly UploadItem[][] }) {
  const firsts = works.flatMap(([first]) => first ?? []);
  if (firsts.length === 0) {
    return (
      <div>
        <h2>{t("Nothing to publish yet")}</h2>
        <p className="upload-hint">{t("Choose files first.")}</p>
      </div>
    );
  }
  return (
    <div className="upload-summary">
      <div className="upload-summary-thumbs">
        {firsts.slice(0, MOST_SHOWN).map(({ id, media }) => (
          <UploadThumb key={id} media={media} />
        ))}
      </div>
      <div>
        <h2>{plural(firsts.length, "1 work", "{count} works")}</h2>
        <p className="upload-hint">
          {describeVisibilities(firsts.map(({ publishesAs }) => publishesAs))}
        </p>
      </div>
    </div>
  );
}
