import { t } from "../../language/text";
import { useConvex } from "convex/react";
import type { ConvexReactClient } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { isVideo } from "../../../convex/contract/files/shown";
import { AVATAR_MAX_BYTES, COVER_MAX_BYTES } from "../../../convex/contract/portraits";
import { isAnimation } from "../grid/shown-file";
import { prepareFile } from "../upload/prepare-file";
import { readFile } from "../upload/read-file";

export type ProfileImageKind = "avatar" | "cover";

/** The result of changing an image; the message tells the user what to do. */
export interface ProfileImageAnswer {
  error: { message: string } | null;
}

const MAX_BYTES = { avatar: AVATAR_MAX_BYTES, cover: COVER_MAX_BYTES } as const;

/** Sets or removes one of the user's profile images. */
export function useProfileImage(kind: ProfileImageKind) {
  const convex = useConvex();
  const { setProfileImage } = api.community.profiles.functions;
  return {
    look: (file: File) => lookAt(kind, file),
    put: (file: File) => putProfileImage(convex, kind, file),
    takeOff: () => convex.mutation(setProfileImage, { kind, storageId: null }),
  };
}

/**
 * The picture of a file, to crop it before it is sent. Null for an animation, or a picture that
 * this browser can't decode, which is sent whole.
 */
async function lookAt(kind: ProfileImageKind, file: File) {
  const found = await inspect(kind, file);
  if (found.error) return found;
  const { preview, type, isDecoded } = found.data;
  return {
    data: { picture: isDecoded && !isAnimation(type) ? (preview ?? file) : null },
    error: null,
  };
}

async function putProfileImage(
  convex: ConvexReactClient,
  kind: ProfileImageKind,
  file: File,
): Promise<ProfileImageAnswer> {
  const found = await inspect(kind, file);
  if (found.error) return found;
  // Other browsers can't show HEIC, so it is converted.
  const { preview, isDecoded: _, ...media } = found.data;
  const shown = preview ?? file;
  const type = preview ? "image/jpeg" : media.type;
  const prepared = await prepareFile(convex, shown, { ...media, type, preview: null });
  if (prepared.error) return prepared;
  return await convex.mutation(api.community.profiles.functions.setProfileImage, {
    kind,
    storageId: prepared.data,
  });
}

/** Refuses locally what the server would refuse after the upload. */
async function inspect(kind: ProfileImageKind, file: File) {
  if (file.size > MAX_BYTES[kind]) {
    return refuse(t("Larger than 5 MB. Export a smaller PNG or a WebP."));
  }
  const found = await readFile(file);
  if (found.error) return found;
  const { thumbnailUrl, type } = found.data;
  if (thumbnailUrl !== null) URL.revokeObjectURL(thumbnailUrl);
  if (isVideo(type)) return refuse(t("Choose a picture. A video can't be used here."));
  return { data: { ...found.data, isDecoded: thumbnailUrl !== null }, error: null };
}

function refuse(message: string) {
  return { data: null, error: { message } };
}
