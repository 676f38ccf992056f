import { msg, t } from "../../language/text";
import { MEMBER_TEXTS } from "../../../convex/contract/texts";
import { X } from "lucide-react";
import { useState } from "react";
import type { Id } from "../../../convex/_generated/dataModel";
import { WORK_LIMITS } from "../../../convex/contract/works";
import { showToast } from "../../shared/toasts";
import { useRequest } from "../../shared/use-request";
import { Button } from "../../../packages/ui/src/button";
import { Field, Input } from "../../../packages/ui/src/field";
import { FileButton } from "../../../packages/ui/src/file-button";
import { moveLabels } from "../../shared/move-labels";
import { MoveControls } from "../../../packages/ui/src/move-controls";
import { useReorder } from "../../../packages/ui/src/use-reorder";
import type { Reorder } from "../../../packages/ui/src/use-reorder";
import { VisuallyHidden } from "../../../packages/ui/src/visually-hidden";
import { formatOf } from "../file-copy";
import { usePaywalled } from "../paywalled";
import { ACCEPT } from "../upload/accept";
import { stillOf } from "../grid/shown-file";
import type { Detail } from "./artwork-copy";
import { useWorkFiles } from "./edit-files";
import type { FileRole } from "./edit-files";

type WorkFile = Detail["pages"][number];
type Work = ReturnType<typeof useWorkFiles>;

const ICON = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

const WORDS = {
  page: {
    title: msg("More pictures"),
    one: msg("Picture {number}"),
    moved: msg("Picture {from} is number {to} now"),
    caption: msg("Alt text"),
    add: msg("Add pictures"),
  },
  step: {
    title: msg("Steps"),
    one: msg("Step {number}"),
    moved: msg("Step {from} is number {to} now"),
    caption: msg("What you did"),
    add: msg("Add steps"),
  },
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

/** Edits the additional pictures of a work, or the steps of its making. */
export function EditFileList({ artworkId, role, files }: EditFileListProps) {
  const { title, one, moved: movedText, add } = WORDS[role];
  const work = useWorkFiles(artworkId);
  const { busy, run, paywall } = usePaywalled("storage_gb");
  const [moving, runMove] = useRequest();
  const [announcement, setAnnouncement] = useState("");
  const ids = files.map(({ id }) => id);
  const reorder = useReorder(ids, (moved, to) => {
    const others = ids.filter((id) => id !== moved);
    const order = others.toSpliced(to, 0, ...ids.filter((id) => id === moved));
    const from = ids.findIndex((id) => id === moved);
    runMove(
      () => work.reorder(role, order),
      () => setAnnouncement(t(movedText, { from: from + 1, to: to + 1 })),
    );
  });

  function addAll([file, ...rest]: readonly File[]) {
    const proceed = () => addAll(rest);
    if (file) run(() => work.add(role, file), proceed, proceed);
  }

  const free = MOST[role] - files.length;
  function choose(chosen: readonly File[]) {
    if (chosen.length > free) {
      showToast("error", {
        title: t("At most {most} fit here. The others were left out.", { most: MOST[role] }),
      });
    }
    addAll(chosen.slice(0, free));
  }

  return (
    <section aria-label={t(title)}>
      <h3>{t(title)}</h3>
      <VisuallyHidden>
        <span role="status">{announcement}</span>
      </VisuallyHidden>
      <ol className="edit-files-list">
        {files.map((file, at) => (
          <FileRow
            key={file.id}
            role={role}
            file={file}
            name={t(one, { number: at + 1 })}
            work={work}
            reorder={reorder}
            moving={moving}
          />
        ))}
      </ol>
      {free > 0 && (
        <FileButton
          busy={busy}
          inputLabel={t("{label}, files", { label: t(add) })}
          accept={ACCEPT}
          multiple
          onFiles={choose}
        >
          {t(add)}
        </FileButton>
      )}
      {paywall}
    </section>
  );
}

interface FileRowProps {
  role: FileRole;
  file: WorkFile;
  name: string;
  work: Work;
  reorder: Reorder;
  /** The order is being changed. */
  moving: boolean;
}

function FileRow({ role, file, name, work, reorder, moving }: FileRowProps) {
  const [busy, run] = useRequest();
  const [caption, setCaption] = useState(file.caption);
  return (
    <li {...reorder.rowOf(file.id)}>
      <span className="edit-files-thumb">
        <Thumb file={file} />
      </span>
      <div className="edit-files-words">
        <Field label={t("{name}: {caption}", { name, caption: t(WORDS[role].caption) })}>
          {(control) => (
            <Input
              {...control}
              value={caption}
              maxLength={MEMBER_TEXTS.altText.most}
              onChange={(event) => setCaption(event.target.value)}
              onBlur={() => {
                if (caption !== file.caption) run(() => work.describe(file.id, caption));
              }}
            />
          )}
        </Field>
      </div>
      <span className="edit-files-actions">
        <MoveControls id={file.id} labels={moveLabels(name)} reorder={reorder} busy={moving} />
        <Button
          look="text"
          size="small"
          shape="round"
          aria-label={t("Delete {name}", { name })}
          busy={busy}
          onClick={() => run(() => work.remove(file.id))}
        >
          <X {...ICON} />
        </Button>
      </span>
    </li>
  );
}

function Thumb({ file }: { file: WorkFile }) {
  const still = stillOf(file);
  return still === null ? formatOf(file.mediaType) : <img src={still} alt="" loading="lazy" />;
}
