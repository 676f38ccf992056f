import { t } from "../../language/text";
import { Suspense, lazy, useState } from "react";
import type { ReactNode } from "react";
import { describeFailure, failureOf } from "../../shared/use-request";
import { Button } from "../../../packages/ui/src/button";
import { FileButton } from "../../../packages/ui/src/file-button";
import type { ToCrop } from "./crop-picture";
import { useProfileImage } from "./use-profile-image";
import type { ProfileImageAnswer, ProfileImageKind } from "./use-profile-image";

const CropPicture = lazy(async () => ({ default: (await import("./crop-picture")).CropPicture }));

interface ProfileImageFieldProps {
  kind: ProfileImageKind;
  label: string;
  url: string | null;
}

/** A field for one profile image: choose and crop another, or remove it. Saved immediately. */
export function ProfileImageField({ kind, label, url }: ProfileImageFieldProps) {
  const portrait = useProfileImage(kind);
  const [state, setState] = useState({ busy: false, error: null as ReactNode });
  const [toCrop, setToCrop] = useState<ToCrop | null>(null);

  async function change(ask: () => Promise<ProfileImageAnswer>) {
    setState({ busy: true, error: null });
    setState({ busy: false, error: describeFailure(await failureOf(ask)) });
  }

  async function choose(file: File): Promise<ProfileImageAnswer> {
    const found = await portrait.look(file);
    if (found.error) return found;
    const { picture } = found.data;
    if (!picture) return await portrait.put(file);
    setToCrop({ file: picture, url: URL.createObjectURL(picture) });
    return { error: null };
  }

  function leaveCrop() {
    if (toCrop) URL.revokeObjectURL(toCrop.url);
    setToCrop(null);
  }

  function putPart(part: Blob) {
    leaveCrop();
    void change(() => portrait.put(new File([part], kind, { type: part.type })));
  }

  return (
    <div className="profile-image" role="group" aria-label={label} data-kind={kind}>
      {toCrop && (
        <Suspense>
          <CropPicture kind={kind} picture={toCrop} onChosen={putPart} onCancel={leaveCrop} />
        </Suspense>
      )}
      <span className="profile-image-current">{url !== null && <img src={url} alt="" />}</span>
      <div className="profile-image-text">
        <b>{label}</b>
        <span className="profile-username">{t("A picture up to 5 MB.")}</span>
        <span className="profile-image-error" role="alert">
          {state.error}
        </span>
        <div className="profile-image-buttons">
          <FileButton
            size="small"
            busy={state.busy}
            inputLabel={t("{label}, file", { label })}
            accept="image/*"
            onFiles={([file]) => {
              if (file) void change(() => choose(file));
            }}
          >
            {url === null ? t("Choose") : t("Replace")}
          </FileButton>
          {url !== null && !state.busy && (
            <Button size="small" look="text" onClick={() => void change(portrait.takeOff)}>
              {t("Remove")}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
