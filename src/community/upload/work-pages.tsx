import { plural, t } from "../../language/text";
import { X } from "lucide-react";
import { Button } from "../../../packages/ui/src/button";
import { moveLabels } from "../../shared/move-labels";
import { MoveControls } from "../../../packages/ui/src/move-controls";
import { useReorder } from "../../../packages/ui/src/use-reorder";
import { AltField } from "../work-form/title-fields";
import { isComposable } from "./composed-work";
import type { UploadItem } from "./upload-item";
import type { UploadRunner } from "./upload-runner";
import { UploadThumb } from "./upload-thumb";

interface WorkPagesProps {
  /** The files of one work, in order. */
  files: readonly UploadItem[];
  runner: UploadRunner;
  onSplit: () => void;
  onRemove: (id: string) => void;
}

/** The pictures of a work with several: their order and alternative texts. */
export function WorkPages({ files, runner, onSplit, onRemove }: WorkPagesProps) {
  const reorder = useReorder(
    files.map(({ id }) => id),
    (id, to) => runner.dispatch({ type: "pageMoved", id, to }),
  );
  const isOpen = isComposable(files);
  return (
    <>
      <ol className="work-pages" aria-label={t("Pictures of this work")}>
        {files.map(({ id, name, alt, media }) => (
          <li key={id} {...reorder.rowOf(id)}>
            <UploadThumb media={media} />
            <AltField
              label={t("Alt text of {name}", { name })}
              alt={alt}
              onChange={(changed) =>
                runner.dispatch({ type: "described", id, metadata: { alt: changed } })
              }
            />
            {isOpen && (
              <div className="upload-actions">
                <MoveControls id={id} labels={moveLabels(name)} reorder={reorder} />
                <Button
                  look="text"
                  size="small"
                  shape="round"
                  aria-label={t("Remove {name}", { name })}
                  onClick={() => onRemove(id)}
                >
                  <X size={16} strokeWidth={1.75} aria-hidden />
                </Button>
              </div>
            )}
          </li>
        ))}
      </ol>
      {isOpen && (
        <Button size="small" onClick={onSplit}>
          {plural(files.length, "Split into 1 work", "Split into {count} works")}
        </Button>
      )}
    </>
  );
}
