import { actionGeneric, mutationGeneric, queryGeneric } from "convex/server";
import { v } from "convex/values";

const storageId = v.id("_storage");

export const uploadUrl = mutationGeneric({
  args: {},
  handler: ({ storage }) => storage.generateUploadUrl(),
});
export const store = actionGeneric({
  args: { text: v.string() },
  handler: ({ storage }, { text }) => storage.store(new Blob([text], { type: "text/plain" })),
});
export const url = queryGeneric({
  args: { storageId },
  handler: ({ storage }, args) => storage.getUrl(args.storageId),
});
export const about = queryGeneric({
  args: { storageId },
  handler: async ({ db }, args) => {
    const file = await db.system.get("_storage", args.storageId);
    return file && { size: file.size, contentType: file.contentType ?? null };
  },
});
export const metadata = queryGeneric({
  args: { storageId: v.string() },
  // The deprecated function is under test.
  // oxlint-disable-next-line typescript/no-deprecated
  handler: ({ storage }, args) => storage.getMetadata(args.storageId as never),
});
export const storeChecked = actionGeneric({
  args: { text: v.string(), sha256: v.string() },
  handler: ({ storage }, { text, sha256 }) => storage.store(new Blob([text]), { sha256 }),
});
export const remove = mutationGeneric({
  args: { storageId },
  handler: ({ storage }, args) => storage.delete(args.storageId),
});
