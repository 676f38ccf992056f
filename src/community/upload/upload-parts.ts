import type { FunctionArgs } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import type { MediaType } from "../../../convex/contract/files/sniff";
import type { PartName, ReadMedia, SentParts } from "./upload-item";

/** A part of an upload: the original, or a preview of it. */
export interface Part {
  name: PartName;
  blob: Blob;
  type: MediaType;
}

type FileArgs = FunctionArgs<typeof api.community.uploads.functions.prepare>;

/** The keys of the previews. */
const RENDITION_TYPES: readonly MediaType[] = [
  "image/jpeg",
  "image/webp",
  "video/mp4",
  "video/webm",
];

/** All files that are sent for one. */
export function partsOf(original: Blob, { type, preview, poster }: ReadMedia): Part[] {
  return [
    { name: "original", blob: original, type },
    ...rendition("preview", preview),
    ...rendition("poster", poster),
  ];
}

/** The arguments for a file whose parts have arrived. */
export function fileArgs(sent: SentParts, { thumbhash }: ReadMedia): FileArgs {
  const { original: storageId, preview, poster } = sent;
  if (storageId === undefined) throw new Error("The renditions arrived without the original");
  return {
    storageId,
    ...(thumbhash !== null && { thumbhash }),
    ...(preview && { preview }),
    ...(poster && { poster }),
  };
}

function rendition(name: PartName, blob: Blob | null): Part[] {
  const type = RENDITION_TYPES.find((known) => known === blob?.type);
  return blob && type ? [{ name, blob, type }] : [];
}
