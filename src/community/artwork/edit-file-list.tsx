import { ArrowDown, ArrowUp, X } from "lucide-react";
import { useState } from "react";
import type { ReactNode } from "react";
import type { Id } from "../../../convex/_generated/dataModel";
import { isVideo } from "../../../convex/contract/media";
import { WORK_LIMITS } from "../../../convex/contract/works";
import { useRequest } from "../../shell/use-request";
import { Button } from "../../ui/button";
import { Field, Input } from "../../ui/field";
import { usePaywalled } from "../paywalled";
import { formatOf } from "../upload/upload-words";
import type { Detail } from "./artwork-words";
import { FileButton } from "./edit-file-button";
import { useWorkFiles } from "./edit-files";
import type { FileRole } from "./edit-files";

type WorkFile = Detail["pages"][number];

const CAPTION_MAX_LENGTH = 1000;
const ICON = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

const WORDS = {
  page: { title: "More pictures", one: "Picture", caption: "Alt text", add: "Add pictures" },
  step: { title: "Steps", one: "Step", caption: "What happened in it", add: "Add steps" },
} as const;

const MOST: Readonly<Record<FileRole, number>> = {
  page: WORK_LIMITS.pages,
  step: WORK_LIMITS.steps,
};

interface EditFileListProps {
  artworkId: Id<"artworks">;
  role: FileRole;
  files: readonly WorkFile[];
}

/** The pictures beside a work's own, or the steps of its making, to be changed. */
export function EditFileList({ artworkId, role, files }: EditFileListProps) {
  const { title, add } = WORDS[role];
  const work = useWorkFiles(artworkId);
  const { busy, run, paywall } = usePaywalled("storage_gb");

  function addAll([file, ...rest]: readonly File[]) {
    if (file)
      run(
        () => work.add(role, file),
        () => addAll(rest),
      );
  }

  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ol className="edit-files-list">
        {files.map((file, at) => (
          <FileRow key={file.id} role={role} file={file} at={at} files={files} work={work} />
        ))}
      </ol>
      {files.length < MOST[role] && (
        <FileButton label={add} busy={busy} multiple onFiles={addAll} />
      )}
      {paywall}
    </section>
  );
}

interface FileRowProps {
  role: FileRole;
  file: WorkFile;
  at: number;
  files: readonly WorkFile[];
  work: ReturnType<typeof useWorkFiles>;
}

function FileRow({ role, file, at, files, work }: FileRowProps) {
  const [busy, run] = useRequest();
  const [caption, setCaption] = useState(file.caption);
  const name = `${WORDS[role].one} ${at + 1}`;
  const move = (to: number) => run(() => work.reorder(role, movedIds(files, at, to)));
  return (
    <li>
      <span className="edit-files-thumb">
        <Thumb file={file} />
      </span>
      <div className="edit-files-words">
        <Field label={`${name}: ${WORDS[role].caption}`}>
          {(control) => (
            <Input
              {...control}
              value={caption}
              maxLength={CAPTION_MAX_LENGTH}
              onChange={(event) => setCaption(event.target.value)}
              onBlur={() => {
                if (caption !== file.caption) run(() => work.describe(file.id, caption));
              }}
            />
          )}
        </Field>
      </div>
      <Disc label={`Move ${name} up`} busy={busy} disabled={at === 0} onClick={() => move(at - 1)}>
        <ArrowUp {...ICON} />
      </Disc>
      <Disc
        label={`Move ${name} down`}
        busy={busy}
        disabled={at === files.length - 1}
        onClick={() => move(at + 1)}
      >
        <ArrowDown {...ICON} />
      </Disc>
      <Disc label={`Delete ${name}`} busy={busy} onClick={() => run(() => work.remove(file.id))}>
        <X {...ICON} />
      </Disc>
    </li>
  );
}

function Thumb({ file: { url, previewUrl, posterUrl, mediaType } }: { file: WorkFile }) {
  const still = posterUrl ?? (isVideo(mediaType) ? null : (previewUrl ?? url));
  return still === null ? formatOf(mediaType) : <img src={still} alt="" loading="lazy" />;
}

interface DiscProps {
  label: string;
  busy: boolean;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function Disc({ label, ...button }: DiscProps) {
  return <Button look="quiet" shape="round" aria-label={label} {...button} />;
}

function movedIds(files: readonly WorkFile[], from: number, to: number): WorkFile["id"][] {
  const ids = files.map(({ id }) => id);
  ids.splice(to, 0, ...ids.splice(from, 1));
  return ids;
}
