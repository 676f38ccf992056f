import type { BillingError } from "../packages/billing/src/contract";
import { inspectForStorage } from "./contract/files/inspect";
import { internal } from "./_generated/api";
import { httpAction } from "./_generated/server";
import type { ActionCtx } from "./_generated/server";
import { refusals } from "./community/errors";
import { fileOf, readExactly } from "./community/uploads/body";

/**
 * Pages of any origin may upload, because the token in the URL identifies the sender, and no cookie
 * does.
 */
const CORS = { "Access-Control-Allow-Origin": "*" } as const;
const PREFLIGHT = {
  ...CORS,
  "Access-Control-Allow-Methods": "POST",
  "Access-Control-Allow-Headers": "Content-Type",
  "Access-Control-Max-Age": "7200",
} as const;
const MAX_TOKEN_LENGTH = 100;

/** `OPTIONS /upload`. */
export const preflight = httpAction(() =>
  Promise.resolve(new Response(null, { status: 204, headers: PREFLIGHT })),
);

/**
 * `POST /upload?token=…`: accepts one file of exactly the type and size of its URL. Convex's own
 * upload URLs accept files of any size. Stores only what the file's pictures and sound need, with
 * the coordinates if its artist keeps them.
 *
 * @returns `{ storageId }`, or a refusal as `{ code, message }` with its status.
 */
export const receive = httpAction(async (ctx: ActionCtx, request) => {
  const { use, arrive, cancel } = internal.community.uploads.tickets;
  const token = new URL(request.url).searchParams.get("token") ?? "";
  if (token.length > MAX_TOKEN_LENGTH) return refuse(refusals.usedUploadUrl());
  const promised = await ctx.runMutation(use, { token });
  if (promised.error) return refuse(promised);
  const { mediaType, bytes, keepsPlace } = promised.data;
  let isKept = false;
  try {
    if (request.headers.get("Content-Type") !== mediaType) return refuse(refusals.mislabelled());
    const file = await readExactly(request, bytes);
    if (!file) return refuse(refusals.otherSize(bytes));
    const found = inspectForStorage(file, keepsPlace);
    if (found.error) return refuse(found);
    const { measured, pieces } = found.data;
    if (measured.type !== mediaType) return refuse(refusals.mislabelled());
    const storageId = await ctx.storage.store(fileOf(pieces, mediaType));
    const arrived = await ctx.runMutation(arrive, { token, storageId, measured });
    isKept = true;
    return arrived.error ? refuse(arrived) : Response.json({ storageId }, { headers: CORS });
  } finally {
    if (!isKept) await ctx.runMutation(cancel, { token });
  }
});

function refuse({ error, statusCode = 400 }: { error: BillingError; statusCode?: number }) {
  const { code, message } = error;
  return Response.json({ code, message }, { status: statusCode, headers: CORS });
}
