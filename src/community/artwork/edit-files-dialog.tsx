import { formatDate } from "../../language/format";
import { T, t } from "../../language/text";
import { useRequest } from "../../shared/use-request";
import { Button } from "../../../packages/ui/src/button";
import {
  Dialog,
  DialogBody,
  DialogDescription,
  DialogFooter,
  DialogTitle,
} from "../../../packages/ui/src/dialog";
import { FileButton } from "../../../packages/ui/src/file-button";
import { formatBytes, formatOf } from "../file-copy";
import { usePaywalled } from "../paywalled";
import { ACCEPT } from "../upload/accept";
import type { Card } from "../grid/card-data";
import type { Detail } from "./artwork-copy";
import { EditFileList } from "./edit-file-list";
import { useWorkFiles } from "./edit-files";
import "./edit-files.css";

interface EditFilesDialogProps {
  artwork: Card;
  detail: Detail;
  onClose: () => void;
}

/** Edits the pictures of a published work: its own, the additional ones, and the steps. */
export function EditFilesDialog({ artwork, detail, onClose }: EditFilesDialogProps) {
  function close() {
    // Captions are saved when their field loses the focus. Closing with a key does not blur it.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    onClose();
  }
  return (
    <Dialog
      slot="edit-files-dialog"
      size="wide"
      open
      onOpenChange={(next) => {
        if (!next) close();
      }}
    >
      <DialogBody>
        <DialogTitle>
          <T text="Pictures of {title}" title={<cite>{artwork.title}</cite>} />
        </DialogTitle>
        <DialogDescription>{t("Changes are saved immediately.")}</DialogDescription>
        <div className="edit-files">
          <Own artwork={artwork} />
          <EditFileList artworkId={artwork.id} role="page" files={detail.pages} />
          <EditFileList artworkId={artwork.id} role="step" files={detail.steps} />
          {detail.replaced.length > 0 && <Replaced artwork={artwork} detail={detail} />}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>{t("Done")}</Button>
      </DialogFooter>
    </Dialog>
  );
}

function Own({ artwork: { id, mediaType } }: { artwork: Card }) {
  const files = useWorkFiles(id);
  const { busy, run, paywall } = usePaywalled("storage_gb");
  return (
    <section aria-label={t("Main picture")}>
      <h3>{t("Main picture")}</h3>
      <p>
        {t("{format}. If you replace it, the old one stays below, and only you see it.", {
          format: formatOf(mediaType),
        })}
      </p>
      <FileButton
        busy={busy}
        inputLabel={t("{label}, files", { label: t("Replace it") })}
        accept={ACCEPT}
        onFiles={([file]) => {
          if (file) run(() => files.replace(file), noWords);
        }}
      >
        {t("Replace it")}
      </FileButton>
      {paywall}
    </section>
  );
}

/** The earlier version of the picture. */
function Replaced({ artwork, detail }: Pick<EditFilesDialogProps, "artwork" | "detail">) {
  const files = useWorkFiles(artwork.id);
  const [busy, run] = useRequest();
  return (
    <section aria-label={t("Earlier versions")}>
      <h3>{t("Earlier versions")}</h3>
      <ul className="edit-files-list">
        {detail.replaced.map(({ id, url, mediaType, bytes, createdAt }) => (
          <li key={id}>
            <span className="edit-files-words">
              {t("{format}, {size}, until {date}", {
                format: formatOf(mediaType),
                size: formatBytes(bytes),
                date: formatDate(createdAt, { dateStyle: "medium", timeStyle: "short" }),
              })}
            </span>
            {url !== null && (
              <a className="billing-button" data-look="text" href={url} download={artwork.title}>
                {t("Download")}
              </a>
            )}
            <Button look="text" busy={busy} onClick={() => run(() => files.remove(id))}>
              {t("Delete")}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** No toast: the new picture is visible. */
function noWords() {}
