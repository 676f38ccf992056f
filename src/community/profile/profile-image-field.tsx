import { useState } from "react";
import type { ReactNode } from "react";
import { describeFailure, failureOf } from "../../shared/use-request";
import { Button } from "../../../packages/ui/src/button";
import { FileButton } from "../../../packages/ui/src/file-button";
import { usePortrait } from "./use-profile-image";
import type { PortraitAnswer, PortraitKind } from "./use-profile-image";

interface PortraitFieldProps {
  kind: PortraitKind;
  label: string;
  url: string | null;
}

/** One picture of one's page: to choose another, or none. It changes at once. */
export function PortraitField({ kind, label, url }: PortraitFieldProps) {
  const portrait = usePortrait(kind);
  const [state, setState] = useState({ busy: false, error: null as ReactNode });

  async function change(ask: () => Promise<PortraitAnswer>) {
    setState({ busy: true, error: null });
    setState({ busy: false, error: describeFailure(await failureOf(ask)) });
  }

  return (
    <div className="portrait" role="group" aria-label={label} data-kind={kind}>
      <span className="portrait-now">{url !== null && <img src={url} alt="" />}</span>
      <div className="portrait-words">
        <b>{label}</b>
        <span className="profile-username">A picture up to 5 MB.</span>
        <span className="portrait-error" role="alert">
          {state.error}
        </span>
        <div className="portrait-buttons">
          <FileButton
            size="small"
            busy={state.busy}
            inputLabel={`${label}, file`}
            accept="image/*"
            onFiles={([file]) => {
              if (file) void change(() => portrait.put(file));
            }}
          >
            {url === null ? "Choose" : "Replace"}
          </FileButton>
          {url !== null && !state.busy && (
            <Button size="small" look="text" onClick={() => void change(portrait.takeOff)}>
              Take off
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
