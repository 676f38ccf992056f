import { createHash } from "node:crypto";
import fc from "fast-check";

// convex-test throws an error for each union member that a value does not match. With the hundred
// stack frames that vitest requests, these errors take a fifth of the time.
Error.stackTraceLimit = 4;

/** The seed of every run, so that one commit has one result. */
const USUAL_SEED = 20_260_101;

// `SEED=… npm run test:unit` tries other values: a failure prints the seed that replays it.
fc.configureGlobal({ seed: Number(process.env.SEED ?? USUAL_SEED) });

// Node computes each digest on another thread. Billing hashes texts of a few bytes, for which
// waiting for that thread takes a fifth of a property's time.
const digestOnThread = crypto.subtle.digest.bind(crypto.subtle);
crypto.subtle.digest = async (algorithm, data) => {
  if (algorithm !== "SHA-256") return await digestOnThread(algorithm, data);
  const bytes = ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
  return new Uint8Array(createHash("sha256").update(bytes).digest()).buffer;
};
