import { t } from "../../language/text";
import { X } from "lucide-react";
import { Button } from "../../../packages/ui/src/button";
import { moveLabels } from "../../shared/move-labels";
import { MoveControls } from "../../../packages/ui/src/move-controls";
import type { Reorder } from "../../../packages/ui/src/use-reorder";
import { isStoppable } from "./composed-work";
import type { UploadItem } from "./upload-item";
import type { UploadRunner } from "./upload-runner";

const ICON = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

interface UploadActionsProps {
  files: readonly UploadItem[];
  reorder: Reorder;
  runner: UploadRunner;
}

/** The actions on one work. */
export function UploadActions({ files, reorder, runner }: UploadActionsProps) {
  const [first] = files;
  if (!first) return null;
  const { id, step, name } = first;
  // A background upload never blocks removal.
  const isOnItsWay = first.isRequested && files.some(isStoppable);
  const stopped = files.filter((file) => ["failed", "signedOut"].includes(file.step.status));
  return (
    <div className="upload-actions">
      {stopped.map((file) => (
        <Word
          key={file.id}
          label={t("Retry {name}", { name: file.name })}
          onClick={() => runner.dispatch({ type: "retried", id: file.id })}
        >
          {t("Retry")}
        </Word>
      ))}
      {step.status !== "published" && (
        <MoveControls id={id} labels={moveLabels(name)} reorder={reorder} />
      )}
      {isOnItsWay && (
        <Word label={t("Cancel {name}", { name })} onClick={() => runner.cancelWork(id)}>
          {t("Cancel")}
        </Word>
      )}
      {!isOnItsWay && step.status !== "publishing" && (
        <Button
          look="text"
          size="small"
          shape="round"
          aria-label={t("Remove {name}", { name })}
          onClick={() => runner.removeWork(id)}
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
