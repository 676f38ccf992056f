import { msg, plural, t } from "../../language/text";
import { useEffect, useRef } from "react";
import { CircleAlert, CircleCheck, Info } from "lucide-react";
import { Link } from "wouter";
import { refusalLine } from "../../identity/refusal";
import type { Reorder } from "../../../packages/ui/src/use-reorder";
import { formatBytes } from "../file-copy";
import { isEditable, leadingFile } from "./composed-work";
import { UploadActions } from "./upload-actions";
import type { Visibility } from "../../../convex/contract/works";
import type { Need, UploadItem } from "./upload-item";
import type { UploadQueue } from "./upload-queue";
import type { UploadRunner } from "./upload-runner";
import { UploadThumb } from "./upload-thumb";
import type { OwnCollection } from "./use-own-collections";
import { WorkFields } from "./work-fields";
import { WorkPages } from "./work-pages";
import { describeShortfall, describeStep, percentOfAll } from "./upload-copy";

const ICON = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

const SEE: Readonly<Record<Visibility, string>> = {
  published: msg("See it live"),
  unlisted: msg("See it and share its link"),
  draft: msg("See the draft"),
};

interface UploadCardProps {
  /** The files of one work, in order. */
  files: readonly UploadItem[];
  queue: UploadQueue;
  /** What the plan lacks, by file id. */
  shortfalls: ReadonlyMap<string, Need>;
  collections: readonly OwnCollection[];
  runner: UploadRunner;
  reorder: Reorder;
  /** A new object each time the work was combined or split; then the card takes the focus. */
  composed: object | null;
  onSplit: () => void;
  onRemovePage: (id: string) => void;
  /** Absent if there is no other work to combine it with. */
  selection?: Selection;
}

interface Selection {
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
}

/** One work: its preview, its progress, and its metadata. */
export function UploadCard(props: UploadCardProps) {
  const { files, queue, runner, reorder, composed, selection } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const isWork = files.length > 1;
  useEffect(() => {
    if (composed) heading.current?.focus();
  }, [composed]);
  const [item] = files;
  const leading = leadingFile(files);
  if (!item || !leading) return null;
  const { step, name } = item;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return (
    <li
      className="upload-card"
      data-state={step.status}
      data-selected={selection?.isSelected}
      {...reorder.rowOf(item.id)}
    >
      <UploadThumb media={item.media} />
      <div className="upload-body">
        <div className="upload-head">
          {selection && <SelectBox name={name} {...selection} />}
          <h2 ref={heading} tabIndex={-1}>
            {name}
          </h2>
          <span className="upload-size">
            {isWork && `${plural(files.length, "1 picture", "{count} pictures")}, `}
            {formatBytes(bytes)}
          </span>
          <UploadActions files={files} reorder={reorder} runner={runner} />
        </div>
        <StepLine
          item={leading}
          connection={queue.connection}
          of={isWork && leading.step.status !== "published" ? leading.name : null}
        />
        {leading.step.status !== "denied" && (
          <Shortfalls files={files} shortfalls={props.shortfalls} />
        )}
        {leading.step.status === "sending" && (
          <progress
            className="upload-progress"
            aria-label={t("Upload of {name}", { name })}
            max={100}
            value={percentOfAll(files) ?? 0}
          />
        )}
        {isEditable(item) && isWork && (
          <WorkPages
            files={files}
            runner={runner}
            onSplit={props.onSplit}
            onRemove={props.onRemovePage}
          />
        )}
        {isEditable(item) && (
          <WorkFields
            item={item}
            runner={runner}
            collections={props.collections}
            isWork={isWork}
            isAlone={queue.items.length === files.length}
          />
        )}
      </div>
    </li>
  );
}

function SelectBox({ name, isSelected, onSelect }: Selection & { name: string }) {
  return (
    <input
      type="checkbox"
      className="upload-select"
      aria-label={t("Select {name}", { name })}
      checked={isSelected}
      onChange={({ target }) => onSelect(target.checked)}
    />
  );
}

interface StepLineProps {
  item: UploadItem;
  connection: UploadQueue["connection"];
  /** Names the file if the work has several; null if it is the only one. */
  of: string | null;
}

function StepLine({ item, connection, of }: StepLineProps) {
  const { step } = item;
  const isFailure = ["refused", "failed", "denied", "signedOut"].includes(step.status);
  return (
    <p className="upload-step" data-tone={isFailure ? "danger" : "normal"}>
      {isFailure && <CircleAlert {...ICON} />}
      {step.status === "published" && <CircleCheck {...ICON} />}
      <span>
        {of !== null && isFailure && `${of}: `}
        {step.status === "failed" ? refusalLine(step) : describeStep(item, connection)}
      </span>
      {step.status === "published" && (
        <Link href={`/a/${step.artworkId}`}>{t(SEE[item.publishesAs])}</Link>
      )}
    </p>
  );
}

/** What the plan lacks for this work, before the upload. Publish offers the solution. */
function Shortfalls({ files, shortfalls }: Pick<UploadCardProps, "files" | "shortfalls">) {
  return files.map((file) => {
    const need = shortfalls.get(file.id);
    if (need === undefined) return null;
    return (
      <p key={file.id} className="upload-step" data-tone="notice">
        <Info {...ICON} />
        <span>
          {files.length > 1 && `${file.name}: `}
          {describeShortfall(file, need)}
        </span>
      </p>
    );
  });
}
