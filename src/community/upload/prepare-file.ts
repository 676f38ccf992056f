import type { ConvexReactClient } from "convex/react";
import { msg } from "../../language/text";
import { api } from "../../../convex/_generated/api";
import type { Result } from "../../../packages/billing/src/contract";
import type { Id } from "../../../convex/_generated/dataModel";
import { readWithoutPlace } from "./read-file";
import { RefusedFile, TooSlow, sendFile } from "./send-file";
import type { ReadMedia, SentParts } from "./upload-item";
import { fileArgs, partsOf } from "./upload-parts";

const BROKEN = msg("The connection broke. Everything is as it was. Try again.");

/**
 * Sends a file that is not a work of its own, without its location, and has the server inspect it.
 *
 * @param artworkId - The work that it belongs to. Default: none, for a profile image.
 */
export async function prepareFile(
  convex: ConvexReactClient,
  file: Blob,
  media: ReadMedia,
  artworkId?: Id<"artworks">,
): Promise<Result<Id<"_storage">>> {
  const uploads = api.community.uploads.functions;
  const sent: SentParts = {};
  const original = media.hasPlace ? await readWithoutPlace(file, media.type) : file;
  for (const { name, blob, type } of partsOf(original, media)) {
    const begun = await convex.mutation(uploads.begin, {
      ...{ mediaType: type, bytes: blob.size },
      ...(artworkId && { artworkId }),
    });
    if (begun.error) return begun;
    const { signal } = new AbortController();
    const url = begun.data.uploadUrl;
    const task = { url, file: blob, type, signal, onProgress: () => undefined };
    try {
      sent[name] = await sendFile(task);
    } catch (failure) {
      const isFinal = failure instanceof TooSlow || failure instanceof RefusedFile;
      const message = isFinal ? failure.message : BROKEN;
      return { data: null, error: { code: "broken", message } };
    }
  }
  const prepared = await convex.mutation(uploads.prepare, fileArgs(sent, media));
  return prepared.error ? prepared : { data: prepared.data.storageId, error: null };
}
