import { useConvex } from "convex/react";
import type { ConvexReactClient } from "convex/react";
import { useRef } from "react";
import { api } from "../../../convex/_generated/api";
import type { BillingError, Result } from "../../../packages/billing/src/contract";
import type { Id } from "../../../convex/_generated/dataModel";
import { prepareFile } from "../upload/prepare-file";
import { readFile } from "../upload/read-file";
import { totalBytesOf } from "../upload/upload-copy";

/** The role of the files. */
export type FileRole = "page" | "step";

type Answer = Promise<{ error: BillingError | null }>;
type StorageId = Id<"_storage">;

/** The changes that an artist makes to the files of a published work. */
export function useWorkFiles(artworkId: Id<"artworks">) {
  const convex = useConvex();
  const files = api.community.files.functions;
  const works = api.community.artworks.functions;
  const sent = useRef(new WeakMap<File, StorageId>());

  /** Sends a file once: if the server refuses it afterwards, the file stays there for a retry. */
  async function withSent(file: File, then: (storageId: StorageId) => Answer): Answer {
    const known = sent.current.get(file);
    if (known !== undefined) return await then(known);
    const { data: storageId, error } = await send(convex, artworkId, file);
    if (error) return { error: { ...error, message: `${file.name}: ${error.message}` } };
    sent.current.set(file, storageId);
    return await then(storageId);
  }

  return {
    replace: (file: File): Answer =>
      withSent(file, (storageId) =>
        convex.mutation(works.replaceFile, { id: artworkId, storageId }),
      ),
    add: (role: FileRole, file: File): Answer =>
      withSent(file, (storageId) =>
        convex.mutation(files.add, { artworkId, role, storageId, caption: "" }),
      ),
    describe: (id: Id<"workFiles">, caption: string) =>
      convex.mutation(files.setCaption, { id, caption }),
    reorder: (role: FileRole, ids: Id<"workFiles">[]) =>
      convex.mutation(files.reorder, { artworkId, role, ids }),
    remove: (id: Id<"workFiles">) => convex.mutation(files.remove, { id }),
  };
}

async function send(
  convex: ConvexReactClient,
  artworkId: Id<"artworks">,
  file: File,
): Promise<Result<StorageId>> {
  const { data: media, error } = await readFile(file);
  if (error) return { data: null, error };
  if (media.thumbnailUrl !== null) URL.revokeObjectURL(media.thumbnailUrl);
  const { width, height, dynamicRange } = media;
  const needs = { bytes: totalBytesOf({ bytes: file.size, media }), width, height, dynamicRange };
  const fits = await convex.query(api.community.files.functions.fits, { artworkId, ...needs });
  return fits.error ? fits : await prepareFile(convex, file, media, artworkId);
}
