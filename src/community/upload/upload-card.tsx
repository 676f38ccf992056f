import { msg, t } from "../../language/text";
import { CircleAlert, CircleCheck } from "lucide-react";
import { Link } from "wouter";
import { refusalLine } from "../../identity/refusal";
import { Button } from "../../../packages/ui/src/button";
import { Disclosure } from "../../../packages/ui/src/disclosure";
import type { Reorder } from "../../../packages/ui/src/use-reorder";
import { formatBytes, formatOf } from "../file-copy";
import { Tick } from "../work-form/fields";
import { MetadataFields } from "../work-form/metadata-fields";
import { TitleFields } from "../work-form/title-fields";
import { UploadActions } from "./upload-actions";
import type { Visibility } from "../../../convex/contract/works";
import type { FileMetadata, UploadItem } from "./upload-item";
import { isEditable } from "./upload-queue";
import type { UploadQueue } from "./upload-queue";
import type { UploadRunner } from "./upload-runner";
import { describeStep, percentSent } from "./upload-copy";

const ICON = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

const SEE: Readonly<Record<Visibility, string>> = {
  published: msg("See it live"),
  unlisted: msg("See it and share its link"),
  draft: msg("See the draft"),
};

interface UploadCardProps {
  item: UploadItem;
  queue: UploadQueue;
  runner: UploadRunner;
  reorder: Reorder;
}

/** One file: its preview, its progress, and its metadata. */
export function UploadCard({ item, queue, runner, reorder }: UploadCardProps) {
  const { step, name, media } = item;
  return (
    <li className="upload-card" data-state={step.status} {...reorder.rowOf(item.id)}>
      <div className="upload-thumb">
        {media?.thumbnailUrl ? (
          <img src={media.thumbnailUrl} alt="" />
        ) : (
          media && <span>{formatOf(media.type)}</span>
        )}
      </div>
      <div className="upload-body">
        <div className="upload-head">
          <h2>{name}</h2>
          <span className="upload-size">{formatBytes(item.bytes)}</span>
          <UploadActions item={item} reorder={reorder} runner={runner} />
        </div>
        <StepLine item={item} connection={queue.connection} />
        {step.status === "sending" && (
          <progress
            className="upload-progress"
            aria-label={t("Upload of {name}", { name })}
            max={100}
            value={percentSent(item)}
          />
        )}
        {isEditable(item) && (
          <FileFields item={item} runner={runner} isAlone={queue.items.length === 1} />
        )}
      </div>
    </li>
  );
}

function StepLine({
  item,
  connection,
}: {
  item: UploadItem;
  connection: UploadQueue["connection"];
}) {
  const { step } = item;
  const isFailure = ["refused", "failed", "denied", "signedOut"].includes(step.status);
  return (
    <p className="upload-step" data-tone={isFailure ? "danger" : "normal"}>
      {isFailure && <CircleAlert {...ICON} />}
      {step.status === "published" && <CircleCheck {...ICON} />}
      <span>{step.status === "failed" ? refusalLine(step) : describeStep(item, connection)}</span>
      {step.status === "published" && (
        <Link href={`/a/${step.artworkId}`}>{t(SEE[item.publishesAs])}</Link>
      )}
    </p>
  );
}

interface FileFieldsProps {
  item: UploadItem;
  runner: UploadRunner;
  /** There is no other file to copy the metadata to. */
  isAlone: boolean;
}

function FileFields({ item, runner, isAlone }: FileFieldsProps) {
  const { id, title, alt } = item;
  const write = (metadata: Partial<FileMetadata>) =>
    runner.dispatch({ type: "described", id, metadata });
  return (
    <>
      <div className="upload-label">
        <TitleFields title={title} alt={alt} onChange={write} />
      </div>
      <Disclosure label={t("More about it")}>
        <div className="work-form">
          <More item={item} write={write} />
          {!isAlone && (
            <Button onClick={() => runner.dispatch({ type: "copyToAll", id })}>
              {t("Apply this to all files")}
            </Button>
          )}
        </div>
      </Disclosure>
    </>
  );
}

function More({
  item: { title, alt, metadata, keepsPlace, step },
  write,
}: {
  item: UploadItem;
  write: (metadata: Partial<FileMetadata>) => void;
}) {
  return (
    <>
      <MetadataFields
        words={`${title} ${alt}`}
        metadata={metadata}
        onChange={(change) => write({ metadata: { ...metadata, ...change } })}
      />
      <Tick
        label={t("Keep its GPS position, if it has one")}
        checked={keepsPlace}
        disabled={step.status === "sending"}
        onChange={(keeps) => write({ keepsPlace: keeps })}
      />
    </>
  );
}
