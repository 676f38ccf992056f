import { plural, t } from "../../language/text";
import { Link } from "wouter";
import type { CustomerFeature } from "../../../packages/billing/src/contract";
import { Button } from "../../../packages/ui/src/button";
import { StudioChoice } from "./studio-choice";
import type { Visibility } from "../../../convex/contract/works";
import { waitsForPublish, worksOf } from "./composed-work";
import type { UploadQueue } from "./upload-queue";
import { percentOfAll } from "./upload-copy";

interface PublishPanelProps {
  queue: UploadQueue;
  /** The address of the user's own page; null for visitors. */
  ownPage: string | null;
  /** What is left of the artist's uploads; null: not known. */
  uploads: CustomerFeature | null;
  onPublish: (as: Visibility) => void;
  onStudio: (slug: string | null) => void;
}

/** The panel for all files: where to publish, and the publish button. */
export function PublishPanel({ queue, ownPage, uploads, onPublish, onStudio }: PublishPanelProps) {
  const { items } = queue;
  const waiting = worksOf(items).filter(waitsForPublish);
  return (
    <aside className="upload-panel" aria-label={t("Publish")}>
      <p>{t("Posting is free. Plans pay for space and tools. Boosted works are marked.")}</p>
      <StudioChoice slug={queue.studio} onChange={onStudio} />
      <Button
        look="primary"
        size="large"
        aria-disabled={waiting.length === 0}
        aria-describedby="upload-progress"
        onClick={() => onPublish("published")}
      >
        {publishText(waiting.length)}
      </Button>
      <Button
        aria-disabled={waiting.length === 0}
        aria-describedby="upload-unlisted"
        onClick={() => onPublish("unlisted")}
      >
        {t("Share by link")}
      </Button>
      <p id="upload-unlisted" className="upload-hint">
        {t("Shared by link, only people with its link see it. It is in no list or search.")}
      </p>
      <Button aria-disabled={waiting.length === 0} onClick={() => onPublish("draft")}>
        {waiting.length > 1 ? t("Save as drafts") : t("Save as draft")}
      </Button>
      {queue.studio === null && uploads && !uploads.unlimited && (
        <p className="upload-hint">
          {plural(
            uploads.balance,
            "1 upload left on your plan.",
            "{count} uploads left on your plan.",
          )}
        </p>
      )}
      <Progress queue={queue} />
      <PublishedLink queue={queue} ownPage={ownPage} />
    </aside>
  );
}

function Progress({ queue: { items } }: Pick<PublishPanelProps, "queue">) {
  const percent = percentOfAll(items);
  const works = worksOf(items);
  const done = works.filter(([first]) => first?.step.status === "published").length;
  const isUntitled = works.some((files) => waitsForPublish(files) && files[0]?.title.trim() === "");
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
        {items.length === 0 && t("Choose files first.")}
        {isUntitled && `${t("Works without a title stay here.")} `}
        {done > 0 && t("{done} of {all} done.", { done, all: works.length })}
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

function publishText(count: number): string {
  if (count === 0) return t("Publish");
  return plural(count, "Publish 1 work", "Publish {count} works");
}
