import { X } from "lucide-react";
import { Button } from "../../../packages/ui/src/button";
import { MoveControls } from "../../../packages/ui/src/move-controls";
import type { Reorder } from "../../../packages/ui/src/use-reorder";
import type { UploadItem } from "./upload-item";
import type { UploadRunner } from "./upload-runner";

const ICON = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

interface UploadActionsProps {
  item: UploadItem;
  reorder: Reorder;
  runner: UploadRunner;
}

/** The actions on one file. */
export function UploadActions({ item, reorder, runner }: UploadActionsProps) {
  const { id, step, name } = item;
  const isStoppable = step.status === "sending" || step.status === "queued";
  return (
    <div className="upload-actions">
      {(step.status === "failed" || step.status === "signedOut") && (
        <Word label={`Retry ${name}`} onClick={() => runner.dispatch({ type: "retried", id })}>
          Retry
        </Word>
      )}
      <MoveControls id={id} name={name} reorder={reorder} />
      {isStoppable && (
        <Word label={`Cancel ${name}`} onClick={() => runner.cancel(id)}>
          Cancel
        </Word>
      )}
      {!isStoppable && step.status !== "publishing" && (
        <Button
          look="text"
          size="small"
          shape="round"
          aria-label={`Remove ${name}`}
          onClick={() => runner.remove(id)}
        >
          <X {...ICON} />
        </Button>
      )}
    </div>
  );
}

interface WordProps {
  label: string;
  onClick: () => void;
  children: string;
}

function Word({ label, ...action }: WordProps) {
  return <Button look="text" size="small" aria-label={label} {...action} />;
}
