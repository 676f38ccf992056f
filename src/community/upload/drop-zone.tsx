import { t } from "../../language/text";
import { ImageUp } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { FileButton } from "../../../packages/ui/src/file-button";
import { ACCEPT } from "./accept";

/** Accepts files that are dropped anywhere on the page, pasted, or chosen. */
export function DropZone({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const hint = useId();
  const isOver = usePageDrop(onFiles);

  return (
    <div className="drop-zone">
      {isOver && <p className="drop-overlay">{t("Drop them anywhere")}</p>}
      <ImageUp size={24} strokeWidth={1.75} aria-hidden />
      <p className="drop-zone-words">
        <b>{t("Drop, paste or choose files")}</b>
        <span id={hint}>
          {t(
            "Images up to 10 MB, video up to 15 MB. JPEG, PNG, WebP, GIF, AVIF, APNG, HEIC, HEIF, MP4, WebM, MOV, MKV. More than 4096 pixels, or HDR, needs a plan with 4K and HDR.",
          )}
        </span>
      </p>
      <FileButton
        inputLabel={t("Files")}
        accept={ACCEPT}
        multiple
        aria-describedby={hint}
        onFiles={onFiles}
      >
        {t("Choose files")}
      </FileButton>
    </div>
  );
}

function usePageDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  });

  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes(t("Files"))) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const take = (event: Event, data: DataTransfer | null) => {
      const files = [...(data?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      latest.current(files);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      take(event, event.dataTransfer);
    };
    const paste = (event: ClipboardEvent) => {
      // Pasted text that includes a picture of itself belongs into the field.
      const isWords = event.clipboardData?.types.includes("text/plain");
      if (!(isWords && isField(event.target))) take(event, event.clipboardData);
    };
    document.addEventListener("dragover", over);
    document.addEventListener("dragleave", leave);
    document.addEventListener("drop", drop);
    document.addEventListener("paste", paste);
    return () => {
      document.removeEventListener("dragover", over);
      document.removeEventListener("dragleave", leave);
      document.removeEventListener("drop", drop);
      document.removeEventListener("paste", paste);
    };
  }, []);
  return isOver;
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
