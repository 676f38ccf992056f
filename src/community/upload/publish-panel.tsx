import { plural, t } from "../../language/text";
import { isVisible } from "../../../convex/contract/texts";
import { Link } from "wouter";
import type { CustomerFeature } from "../../../packages/billing/src/contract";
import { Button } from "../../../packages/ui/src/button";
import { PanelSummary } from "./panel-summary";
import { StudioChoice } from "./studio-choice";
import { waitsForPublish, worksOf } from "./composed-work";
import type { UploadQueue } from "./upload-queue";
import { percentOfAll, publishText } from "./upload-copy";

interface PublishPanelProps {
  queue: UploadQueue;
  /** The URL of the user's own page; null for visitors. */
  ownPage: string | null;
  /** The artist's remaining uploads; null if unknown. */
  uploads: CustomerFeature | null;
  onPublish: () => void;
  onStudio: (slug: string | null) => void;
}

/** The panel for all files: where to publish, and the publish button. */
export function PublishPanel({ queue, ownPage, uploads, onPublish, onStudio }: PublishPanelProps) {
  const waiting = worksOf(queue.items).filter(waitsForPublish);
  const chosen = waiting.flatMap(([first]) => first?.publishesAs ?? []);
  return (
    <aside className="upload-panel" aria-label={t("Publish")}>
      <div className="upload-choices">
        <PanelSummary works={waiting} />
        <StudioChoice slug={queue.studio} onChange={onStudio} />
        {queue.studio === null && uploads && !uploads.unlimited && (
          <p className="upload-hint">
            {plural(
              uploads.balance,
              "1 upload left on your plan.",
              "{count} uploads left on your plan.",
            )}
          </p>
        )}
        <p className="upload-hint">
          {t("Posting is free. Plans pay for space and tools. Boosted works are marked.")}
        </p>
      </div>
      <div className="upload-publish">
        <Button
          look="primary"
          size="large"
          aria-disabled={waiting.length === 0}
          aria-describedby="upload-progress"
          onClick={onPublish}
        >
          {publishText(chosen)}
        </Button>
        <Progress queue={queue} />
        <PublishedLink queue={queue} ownPage={ownPage} />
      </div>
    </aside>
  );
}

function Progress({ queue: { items } }: Pick<PublishPanelProps, "queue">) {
  const percent = percentOfAll(items);
  const works = worksOf(items);
  const done = works.filter(([first]) => first?.step.status === "published").length;
  const isUntitled = works.some(
    (files) => waitsForPublish(files) && !isVisible(files[0]?.title ?? ""),
  );
  return (
    <>
      {percent !== null && (
        <progress
          className="upload-progress"
          aria-label={t("Upload of all files")}
          max={100}
          value={percent}
        />
      )}
      <p id="upload-progress" role="status" className="upload-hint">
        {isUntitled && `${t("Works without a title stay here.")} `}
        {done > 0 && t("{done} of {all} done.", { done, all: works.length })}
        {percent !== null && ` ${t("{percent}% overall.", { percent })}`}
      </p>
    </>
  );
}

/** Hidden once everything is published. */
function PublishedLink({
  queue: { items },
  ownPage,
}: Pick<PublishPanelProps, "queue" | "ownPage">) {
  const isDone = items.length > 0 && items.every(({ step }) => step.status === "published");
  if (!isDone || ownPage === null) return null;
  return (
    <Link className="billing-button" data-look="outline" href={ownPage}>
      {t("See your page")}
    </Link>
  );
}
