import { refusalOf, heard, site, type Attacker } from "./attacker";

/** A file as an attacker sends it, with what the attacker declares about it. */
export interface SentFile {
  bytes: Uint8Array<ArrayBuffer>;
  /** The type declared in the request for the URL. Default: PNG. */
  mediaType?: string;
  /** The declared size. Default: the real one. */
  declaredBytes?: number;
  /** The Content-Type of the upload. Default `mediaType`. */
  contentType?: string;
}

/** The result of an upload: the code of the refusal, or the storage id. */
export interface Arrival {
  refusal: string | null;
  storageId: string | null;
}

/** A URL to send one file to, or the code of its refusal. */
export async function uploadUrl(
  member: Attacker,
  mediaType: string,
  bytes: number,
): Promise<{ refusal: string | null; url: string | null }> {
  const answer = await member.mutation("community/uploads/functions:begin", { mediaType, bytes });
  const { data } = (answer.value ?? {}) as { data?: { uploadUrl: string } | null };
  return { refusal: refusalOf(answer), url: data?.uploadUrl ?? null };
}

/** Sends bytes to an upload URL, also to one of another member. */
export async function post(
  url: string,
  contentType: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Arrival> {
  const headers = { "Content-Type": contentType };
  const response = await fetch(url, { method: "POST", headers, body: bytes });
  const text = await heard(response);
  const { storageId = null, code } = JSON.parse(text) as { storageId?: string; code?: string };
  return { refusal: response.ok ? null : (code ?? String(response.status)), storageId };
}

/** Requests a URL and sends a file to it. */
export async function send(member: Attacker, file: SentFile): Promise<Arrival> {
  const { bytes, mediaType = "image/png", declaredBytes = bytes.length } = file;
  const { refusal, url } = await uploadUrl(member, mediaType, declaredBytes);
  if (url === null) return { refusal, storageId: null };
  return await post(url, file.contentType ?? mediaType, bytes);
}

let works = 0;

/** Publishes a stored file. Returns the code of the refusal, or null. */
export async function publish(member: Attacker, storageId: string): Promise<string | null> {
  const answer = await member.mutation("community/uploads/functions:publish", {
    ...{ clientUploadId: `attack-${String((works += 1))}`, title: "Swell", alt: "" },
    ...{ medium: "painting", storageId },
  });
  return refusalOf(answer);
}

/** Sends a file and publishes it. Returns the first refusal, or null, and the storage id. */
export async function hang(member: Attacker, file: SentFile): Promise<Arrival> {
  const arrival = await send(member, file);
  const { refusal, storageId } = arrival;
  if (refusal !== null || storageId === null) return arrival;
  return { refusal: await publish(member, storageId), storageId };
}

/** The response to anyone who requests a stored file. */
export const download = (storageId: string): Promise<Response> =>
  fetch(`${site.functionsUrl}/api/storage/${storageId}`);
