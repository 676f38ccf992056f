import { useRef, useState } from "react";
import type { ChangeEvent } from "react";
import { describeFailure, failureOf } from "../../shell/use-request";
import { Button } from "../../ui/button";
import { usePortrait } from "./use-portrait";
import type { PortraitAnswer, PortraitKind } from "./use-portrait";

interface PortraitFieldProps {
  kind: PortraitKind;
  label: string;
  url: string | null;
}

/** One picture of one's page: to choose another, or none. It changes at once. */
export function PortraitField({ kind, label, url }: PortraitFieldProps) {
  const portrait = usePortrait(kind);
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState({ busy: false, error: null as string | null });

  async function change(ask: () => Promise<PortraitAnswer>) {
    setState({ busy: true, error: null });
    setState({ busy: false, error: describeFailure(await failureOf(ask)) });
  }

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0];
    // The same file may be chosen again after a failure.
    currentTarget.value = "";
    if (file) void change(() => portrait.put(file));
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
          <Button size="small" busy={state.busy} onClick={() => input.current?.click()}>
            {url === null ? "Choose" : "Replace"}
          </Button>
          {url !== null && !state.busy && (
            <Button size="small" look="text" onClick={() => void change(portrait.takeOff)}>
              Take off
            </Button>
          )}
        </div>
      </div>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={`${label}, file`}
        onChange={choose}
      />
    </div>
  );
}
