import { formatDate } from "../../language/format";
import { t } from "../../language/text";
import { useMutation, useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { Button } from "../../../packages/ui/src/button";
import { useRequest } from "../../shared/use-request";
import { formatBytes } from "../file-copy";

const { start: startExport, mine, remove: removeExport } = api.community.dataExports.functions;

type DataExport = NonNullable<FunctionReturnType<typeof mine>>;

/** Exports all the user's data as ZIP files to download. */
export function ExportData() {
  const current = useQuery(mine, {});
  const start = useMutation(startExport);
  const remove = useMutation(removeExport);
  const [busy, run] = useRequest();
  const isRunning = current?.state === "running";
  return (
    <>
      <p>
        {t(
          "Your originals, texts, comments, follows, collections and invoices, with a page that opens offline. It is made in the background: you can leave this page.",
        )}
      </p>
      {current && <Progress {...current} />}
      <div className="settings-actions">
        {!isRunning && current !== undefined && (
          <Button look="outline" busy={busy} onClick={() => run(() => start({}))}>
            {current === null ? t("Export everything") : t("Export again")}
          </Button>
        )}
        {current && (
          <Button look="quiet" busy={busy} onClick={() => run(() => remove({}))}>
            {isRunning ? t("Stop") : t("Delete the export")}
          </Button>
        )}
      </div>
    </>
  );
}

function Progress(props: DataExport) {
  const { state, files, filesDone, isRetried } = props;
  return (
    <div role="status">
      {state === "running" && (
        <p>
          <progress max={Math.max(1, files)} value={filesDone} aria-label={t("Files exported")} />{" "}
          {files === 0
            ? t("Reading your works…")
            : t("{done} of {files} files", { done: filesDone, files })}
          {isRetried && <> {t("It was interrupted and is continuing with smaller parts.")}</>}
        </p>
      )}
      {state === "failed" && <Failed {...props} />}
      {state === "done" && (
        <p>
          {props.parts.length === 1
            ? t("Your export is ready.")
            : t("Your export is ready. Unpack all parts into one folder.")}{" "}
          <Deadline {...props} />
        </p>
      )}
      {state !== "running" && <Parts {...props} />}
    </div>
  );
}

function Failed({ failure, files, filesDone, parts, expiresAt }: DataExport) {
  return (
    <>
      <p>
        {failure === "too_large"
          ? t("Your works exceed the 40 GB limit of an export.")
          : t(
              "The export failed several times, last at file {done} of {files}. None of your data is lost.",
              {
                done: filesDone,
                files,
              },
            )}{" "}
        {failure === "stopped" && t("Try again later, and contact us if it fails again.")}
      </p>
      {parts.length > 0 && (
        <p>
          {t("These parts are complete, but don’t include your newest works.")}{" "}
          <Deadline expiresAt={expiresAt} />
        </p>
      )}
    </>
  );
}

function Deadline({ expiresAt }: Pick<DataExport, "expiresAt">) {
  const date = formatDate(expiresAt, { dateStyle: "medium" });
  return <>{t("You can download it until {date}.", { date })}</>;
}

function Parts({ parts, state }: DataExport) {
  const isWhole = parts.length === 1 && state === "done";
  return (
    <ul className="settings-parts">
      {parts.map(({ number, bytes, url }) => (
        <li key={number}>
          <a href={url} download={`spotlight-${number}.zip`}>
            {isWhole ? t("Download the ZIP file") : t("Download part {number}", { number })} (
            {formatBytes(bytes)})
          </a>
        </li>
      ))}
    </ul>
  );
}
