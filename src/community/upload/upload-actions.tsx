import { ArrowDown, ArrowUp, X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../ui/button";
import type { UploadItem } from "./upload-item";
import type { UploadRunner } from "./upload-runner";

const ICON = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

interface UploadActionsProps {
  item: UploadItem;
  /** Where it stands among the files that wait; the last one can't go down. */
  place: "only" | "first" | "between" | "last";
  runner: UploadRunner;
}

/** What can be done with one file as a whole. */
export function UploadActions({ item, place, runner }: UploadActionsProps) {
  const { id, step, name } = item;
  const isStoppable = step.status === "sending" || step.status === "queued";
  return (
    <div className="upload-actions">
      {(step.status === "failed" || step.status === "signedOut") && (
        <Word label={`Retry ${name}`} onClick={() => runner.dispatch({ type: "retried", id })}>
          Retry
        </Word>
      )}
      {place !== "only" && (
        <>
          <Disc
            label={`Move ${name} up`}
            disabled={place === "first"}
            onClick={() => runner.dispatch({ type: "moved", id, by: -1 })}
          >
            <ArrowUp {...ICON} />
          </Disc>
          <Disc
            label={`Move ${name} down`}
            disabled={place === "last"}
            onClick={() => runner.dispatch({ type: "moved", id, by: 1 })}
          >
            <ArrowDown {...ICON} />
          </Disc>
        </>
      )}
      {isStoppable && (
        <Word label={`Cancel ${name}`} onClick={() => runner.cancel(id)}>
          Cancel
        </Word>
      )}
      {!isStoppable && step.status !== "hanging" && (
        <Disc label={`Remove ${name}`} onClick={() => runner.remove(id)}>
          <X {...ICON} />
        </Disc>
      )}
    </div>
  );
}

interface ActionProps {
  label: string;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function Word({ label, ...action }: ActionProps) {
  return <Button look="text" size="small" aria-label={label} {...action} />;
}

function Disc({ label, ...action }: ActionProps) {
  return <Button look="text" size="small" shape="round" aria-label={label} {...action} />;
}
