import { t } from "../../language/text";
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
        <Word
          label={t("Retry {name}", { name })}
          onClick={() => runner.dispatch({ type: "retried", id })}
        >
          {t("Retry")}
        </Word>
      )}
      <MoveControls id={id} name={name} reorder={reorder} />
      {isStoppable && (
        <Word label={t("Cancel {name}", { name })} onClick={() => runner.cancel(id)}>
          {t("Cancel")}
        </Word>
      )}
      {!isStoppable && step.status !== "publishing" && (
        <Button
          look="text"
          size="small"
          shape="round"
          aria-label={t("Remove {name}", { name })}
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
