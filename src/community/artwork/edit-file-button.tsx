import { useRef } from "react";
import { Button } from "../../ui/button";
import { ACCEPT } from "../upload/accept";

interface FileButtonProps {
  label: string;
  busy: boolean;
  multiple?: boolean;
  onFiles: (files: readonly File[]) => void;
}

/** Opens the browser's own choice of files. */
export function FileButton({ label, busy, multiple = false, onFiles }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        accept={ACCEPT}
        aria-label={`${label}, files`}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // The same file may be chosen again after a failure.
          currentTarget.value = "";
        }}
      />
      <Button busy={busy} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}
