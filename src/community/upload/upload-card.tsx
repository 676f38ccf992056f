import { CircleAlert, CircleCheck, X } from "lucide-react";
import { Link } from "wouter";
import { Button } from "../../ui/button";
import { Field, Input } from "../../ui/field";
import { describeStep, formatBytes, percentSent } from "./upload-words";
import type { UploadItem, UploadQueue } from "./upload-queue";
import type { UploadRunner } from "./upload-runner";

const ICON = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;
const TITLE_MAX_LENGTH = 120;
const ALT_MAX_LENGTH = 1000;

export interface UploadCardProps {
  item: UploadItem;
  connection: UploadQueue["connection"];
  runner: UploadRunner;
}

/** One file: what it is, how far it is, and what will stand under it. */
export function UploadCard({ item, connection, runner }: UploadCardProps) {
  const { step, name, media } = item;
  return (
    <li className="upload-card" data-state={step.status}>
      <div className="upload-thumb">
        {media?.thumbnailUrl ? (
          <img src={media.thumbnailUrl} alt="" />
        ) : (
          media && <span>{media.type.replace(/^\w+\/(x-)?/, "").toUpperCase()}</span>
        )}
      </div>
      <div className="upload-body">
        <div className="upload-head">
          <h2>{name}</h2>
          <span className="upload-size">{formatBytes(item.bytes)}</span>
          <Actions item={item} runner={runner} />
        </div>
        <StepLine item={item} connection={connection} />
        {step.status === "sending" && (
          <progress className="upload-progress" max={100} value={percentSent(item)} />
        )}
        {isEditable(item) && <Label item={item} runner={runner} />}
      </div>
    </li>
  );
}

function StepLine({ item, connection }: Omit<UploadCardProps, "runner">) {
  const { step } = item;
  const isFailure = ["refused", "failed", "denied", "signedOut"].includes(step.status);
  return (
    <p className="upload-step" data-tone={isFailure ? "danger" : "normal"}>
      {isFailure && <CircleAlert {...ICON} />}
      {step.status === "hung" && <CircleCheck {...ICON} />}
      <span>{describeStep(item, connection)}</span>
      {step.status === "hung" && <Link href={`/a/${step.artworkId}`}>See it on the wall</Link>}
    </p>
  );
}

function Actions({ item, runner }: Omit<UploadCardProps, "connection">) {
  const { id, step, name } = item;
  const isRetryable = step.status === "failed" || step.status === "signedOut";
  return (
    <div className="upload-actions">
      {isRetryable && (
        <Button
          look="text"
          size="small"
          aria-label={`Retry ${name}`}
          onClick={() => runner.dispatch({ type: "retried", id })}
        >
          Retry
        </Button>
      )}
      {step.status === "sending" || step.status === "queued" ? (
        <Button
          look="text"
          size="small"
          aria-label={`Cancel ${name}`}
          onClick={() => runner.cancel(id)}
        >
          Cancel
        </Button>
      ) : (
        step.status !== "hanging" && (
          <Button
            look="text"
            size="small"
            shape="round"
            aria-label={`Remove ${name}`}
            onClick={() => runner.remove(id)}
          >
            <X {...ICON} />
          </Button>
        )
      )}
    </div>
  );
}

function Label({ item, runner }: Omit<UploadCardProps, "connection">) {
  const { id, title, alt } = item;
  const write = (label: { title?: string; alt?: string }) =>
    runner.dispatch({ type: "labelled", id, label });
  return (
    <div className="upload-label">
      <Field label="Title">
        {(control) => (
          <Input
            {...control}
            voice="name"
            value={title}
            maxLength={TITLE_MAX_LENGTH}
            onChange={(event) => write({ title: event.target.value })}
          />
        )}
      </Field>
      <Field label="Alt text" hint="Describe the picture for someone who cannot see it">
        {(control) => (
          <Input
            {...control}
            value={alt}
            maxLength={ALT_MAX_LENGTH}
            onChange={(event) => write({ alt: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}

function isEditable({ step }: UploadItem): boolean {
  return !["hung", "refused", "hanging", "reading"].includes(step.status);
}
