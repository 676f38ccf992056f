import { useMutation, useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { Button } from "../../../packages/ui/src/button";
import { useRequest } from "../../shared/use-request";
import { formatBytes } from "../file-copy";

const { start: startExport, mine, remove: removeExport } = api.community.dataExports.functions;

type DataExport = NonNullable<FunctionReturnType<typeof mine>>;

/** Everything that the user has here, as ZIP files to download. */
export function ExportData() {
  const current = useQuery(mine, {});
  const start = useMutation(startExport);
  const remove = useMutation(removeExport);
  const [busy, run] = useRequest();
  const isRunning = current?.state === "running";
  return (
    <>
      <p>
        Your originals, texts, comments, follows, collections and invoices, with a page that opens
        offline. It is made in the background: you can leave this page.
      </p>
      {current && <Progress {...current} />}
      <div className="settings-actions">
        {!isRunning && current !== undefined && (
          <Button look="outline" busy={busy} onClick={() => run(() => start({}))}>
            {current === null ? "Export everything" : "Export again"}
          </Button>
        )}
        {current && (
          <Button look="quiet" busy={busy} onClick={() => run(() => remove({}))}>
            {isRunning ? "Stop" : "Delete the export"}
          </Button>
        )}
      </div>
    </>
  );
}

function Progress({ state, files, filesDone, parts, expiresAt }: DataExport) {
  return (
    <div role="status">
      {state === "running" && (
        <p>
          <progress max={Math.max(1, files)} value={filesDone} aria-label="Files exported" />{" "}
          {files === 0 ? "Reading your works…" : `${filesDone} of ${files} files`}
        </p>
      )}
      {state === "failed" && <p>The export stopped before it was complete. Please try again.</p>}
      {state === "done" && (
        <>
          <p>
            {parts.length === 1
              ? "Your export is ready."
              : "Your export is ready. Unpack all parts into one folder."}{" "}
            You can download it until {new Date(expiresAt).toLocaleDateString()}.
          </p>
          <ul className="settings-parts">
            {parts.map(({ number, bytes, url }) => (
              <li key={number}>
                <a href={url} download={`spotlight-${number}.zip`}>
                  {parts.length === 1 ? "Download the ZIP file" : `Download part ${number}`} (
                  {formatBytes(bytes)})
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
