import { t } from "../../language/text";
import { useState } from "react";
import type { ReactNode } from "react";
import { describeFailure, failureOf } from "../../shared/use-request";
import { Button } from "../../../packages/ui/src/button";
import { FileButton } from "../../../packages/ui/src/file-button";
import { useProfileImage } from "./use-profile-image";
import type { ProfileImageAnswer, ProfileImageKind } from "./use-profile-image";

interface ProfileImageFieldProps {
  kind: ProfileImageKind;
  label: string;
  url: string | null;
}

/** One profile image: choose another, or remove it. It is saved immediately. */
export function ProfileImageField({ kind, label, url }: ProfileImageFieldProps) {
  const portrait = useProfileImage(kind);
  const [state, setState] = useState({ busy: false, error: null as ReactNode });

  async function change(ask: () => Promise<ProfileImageAnswer>) {
    setState({ busy: true, error: null });
    setState({ busy: false, error: describeFailure(await failureOf(ask)) });
  }

  return (
    <div className="profile-image" role="group" aria-label={label} data-kind={kind}>
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
              if (file) void change(() => portrait.put(file));
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
