import { useConvex } from "convex/react";
import type { ConvexReactClient } from "convex/react";
import { api } from "../../../convex/_generated/api";
import type { BillingError, Result } from "../../../convex/contract/errors";
import type { Id } from "../../../convex/_generated/dataModel";
import { prepareFile } from "../upload/prepare-file";
import { readFile } from "../upload/read-file";

/** Which files of a work. */
export type FileRole = "page" | "step";

type Answer = Promise<{ error: BillingError | null }>;

/** What an artist changes about the files of a work that hangs. */
export function useWorkFiles(artworkId: Id<"artworks">) {
  const convex = useConvex();
  const { pictures, works } = api.community;
  return {
    replace: async (file: File): Answer => {
      const { data: storageId, error } = await send(convex, file);
      if (error) return { error };
      return paywalled(await convex.mutation(works.replaceFile, { id: artworkId, storageId }));
    },
    add: async (role: FileRole, file: File): Answer => {
      const { data: storageId, error } = await send(convex, file);
      if (error) return { error };
      const args = { artworkId, role, storageId, caption: "" };
      return paywalled(await convex.mutation(pictures.add, args));
    },
    describe: (id: Id<"workFiles">, caption: string) =>
      convex.mutation(pictures.describe, { id, caption }),
    reorder: (role: FileRole, ids: Id<"workFiles">[]) =>
      convex.mutation(pictures.reorder, { artworkId, role, ids }),
    remove: (id: Id<"workFiles">) => convex.mutation(pictures.remove, { id }),
  };
}

async function send(convex: ConvexReactClient, file: File): Promise<Result<Id<"_storage">>> {
  const { data: media, error } = await readFile(file);
  if (error) return { data: null, error };
  if (media.thumbnailUrl !== null) URL.revokeObjectURL(media.thumbnailUrl);
  return await prepareFile(convex, file, media);
}

/** Room that is missing is sold like uploads that are. */
function paywalled({ error }: Result<unknown>): { error: BillingError | null } {
  if (error?.code !== "storage_full") return { error };
  return { error: { ...error, code: "insufficient_balance" } };
}
