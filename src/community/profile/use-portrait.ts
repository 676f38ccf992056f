import { useConvex } from "convex/react";
import type { ConvexReactClient } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { isVideo } from "../../../convex/contract/media";
import { AVATAR_MAX_BYTES, COVER_MAX_BYTES } from "../../../convex/contract/portraits";
import { readFile } from "../upload/read-file";
import { sendFile } from "../upload/send-file";

export type PortraitKind = "avatar" | "cover";

/** How a change of picture ended; the message says what to do. */
export interface PortraitAnswer {
  error: { message: string } | null;
}

const MAX_BYTES = { avatar: AVATAR_MAX_BYTES, cover: COVER_MAX_BYTES } as const;

const BROKEN = "The connection broke. Your picture is as it was. Try again.";

/** Puts a picture on one's own page, or takes it off. */
export function usePortrait(kind: PortraitKind) {
  const convex = useConvex();
  const { setPortrait } = api.community.pages;
  return {
    put: (file: File) => putPortrait(convex, kind, file),
    takeOff: () => convex.mutation(setPortrait, { kind, storageId: null }),
  };
}

async function putPortrait(
  convex: ConvexReactClient,
  kind: PortraitKind,
  file: File,
): Promise<PortraitAnswer> {
  const { uploads, pages } = api.community;
  const found = await inspect(kind, file);
  if (found.error) return found;
  const { type, width, height } = found.data;
  const begun = await convex.mutation(uploads.begin, { mediaType: type, bytes: file.size });
  if (begun.error) return begun;
  const { signal } = new AbortController();
  const task = { url: begun.data.uploadUrl, file, type, signal, onProgress: () => undefined };
  const storageId = await sendFile(task).catch(() => null);
  if (storageId === null) return refuse(BROKEN);
  const prepared = await convex.action(uploads.prepare, { storageId, width, height });
  if (prepared.error) return prepared;
  return await convex.mutation(pages.setPortrait, { kind, storageId });
}

/** Refuses before anything is sent what the server would refuse after. */
async function inspect(kind: PortraitKind, file: File) {
  if (file.size > MAX_BYTES[kind]) {
    return refuse("Larger than 5 MB. Export a smaller PNG or a WebP.");
  }
  const found = await readFile(file);
  if (found.error) return found;
  const { thumbnailUrl, ...media } = found.data;
  if (thumbnailUrl !== null) URL.revokeObjectURL(thumbnailUrl);
  if (isVideo(media.type)) return refuse("Choose a picture; a video cannot stand here.");
  return { data: media, error: null };
}

function refuse(message: string) {
  return { data: null, error: { message } };
}
