import type { UploadItem } from "./upload-queue";

const BYTES_PER_MB = 1_048_576;
const BYTES_PER_KB = 1024;

/** One line about where a file is. */
export function describeStep(item: UploadItem, connection: "online" | "offline"): string {
  const { step } = item;
  switch (step.status) {
    case "reading":
      return "Reading";
    case "ready":
      return item.title.trim() === "" ? "Give it a title to publish it." : "Ready to publish";
    case "queued":
      return connection === "offline" ? "Waiting for the network. It goes on by itself." : "Queued";
    case "sending":
      return describeSending(item.bytes, step.sentBytes, step.elapsedMs);
    case "hanging":
      return "Uploaded. Hanging it on the wall.";
    case "denied":
      return "No uploads left on your plan. The file stays here.";
    case "signedOut":
      return "Your sign-in ended. Sign in, and this goes on.";
    case "hung":
      return "Uploaded. Your original is kept as it is.";
    case "refused":
    case "failed":
      return step.message;
  }
}

export function formatBytes(bytes: number): string {
  return bytes >= BYTES_PER_MB
    ? `${(bytes / BYTES_PER_MB).toFixed(1)} MB`
    : `${Math.max(1, Math.round(bytes / BYTES_PER_KB))} KB`;
}

export function percentSent({ bytes, step }: UploadItem): number {
  return step.status === "sending" ? Math.round((step.sentBytes / bytes) * 100) : 0;
}

function describeSending(bytes: number, sentBytes: number, elapsedMs: number): string {
  const percent = `Uploading, ${Math.round((sentBytes / bytes) * 100)}%.`;
  if (sentBytes === 0) return percent;
  const seconds = Math.ceil((elapsedMs * (bytes - sentBytes)) / sentBytes / 1000);
  return `${percent} About ${seconds} ${seconds === 1 ? "second" : "seconds"} left.`;
}
