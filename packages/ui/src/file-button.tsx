import { useRef } from "react";
import { Button } from "./button";
import type { ButtonProps } from "./button";

interface FileButtonProps extends ButtonProps {
  /** The name of the browser's hidden file field. */
  inputLabel: string;
  accept: string;
  /** Default one file. */
  multiple?: boolean;
  onFiles: (files: readonly File[]) => void;
}

/** Opens the browser's file dialog. */
export function FileButton(props: FileButtonProps) {
  const { inputLabel, accept, multiple = false, onFiles, ...button } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        accept={accept}
        aria-label={inputLabel}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // The same file may be chosen again, after a failure or a removal.
          currentTarget.value = "";
        }}
      />
      <Button {...button} onClick={() => input.current?.click()} />
    </>
  );
}
