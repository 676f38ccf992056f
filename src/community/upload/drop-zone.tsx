import { ImageUp } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { Button } from "../../ui/button";
import { ACCEPT } from "./accept";

/** Takes files however they come: dropped anywhere on the page, pasted, or chosen. */
export function DropZone({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  const isOver = usePageDrop(onFiles);

  return (
    <div className="drop-zone" data-state={isOver ? "over" : "rest"}>
      <ImageUp size={24} strokeWidth={1.75} aria-hidden />
      <p className="drop-zone-words">
        <b>Drop, paste or choose files</b>
        <span id={hint}>
          Images up to 10 MB, video up to 15 MB. JPEG, PNG, WebP, GIF, AVIF, APNG, HEIC, HEIF, MP4,
          WebM, MOV, MKV. Pictures beyond 4096 pixels need a plan with 4K.
        </span>
      </p>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ACCEPT}
        aria-label="Files"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file may be chosen again after it was removed.
          target.value = "";
        }}
      />
      <Button aria-describedby={hint} onClick={() => input.current?.click()}>
        Choose files
      </Button>
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
      event.preventDefault();
      take(event, event.dataTransfer);
    };
    const paste = (event: ClipboardEvent) => take(event, event.clipboardData);
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
