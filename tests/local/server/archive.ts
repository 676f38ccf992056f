import type { JSONValue } from "convex/values";
import { fromBufferPromise } from "yauzl";
import { ZipFile } from "yazl";
import { toExportJson } from "../../../packages/convex-local/src/codec/export-json";
import type { Backend } from "../../../packages/convex-local/src/main";

type Target = Pick<Backend, "url" | "adminKey">;

/** All files of an archive, by name. */
export async function unpack(archive: Buffer): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  const zip = await fromBufferPromise(archive);
  for await (const entry of zip.eachEntry()) {
    const parts: Buffer[] = [];
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer);
    files[entry.fileName] = Buffer.concat(parts).toString("latin1");
  }
  return files;
}

/** By name, or as pairs, which may repeat a name. */
export type Files = Record<string, string> | (readonly [name: string, text: string])[];

export async function pack(files: Files): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Array.isArray(files) ? files : Object.entries(files))
    zip.addBuffer(Buffer.from(text, "latin1"), name);
  zip.end();
  const parts: Buffer[] = [];
  for await (const part of zip.outputStream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

export async function post(path: string, to: Target, body?: BodyInit): Promise<JSONValue> {
  const headers = { Authorization: `Convex ${to.adminKey}` };
  const response = await fetch(`${to.url}/api/${path}`, {
    method: "POST",
    headers,
    ...(body !== undefined && { body }),
  });
  return (await response.json()) as JSONValue;
}

export async function system(to: Target, path: string, args: JSONValue): Promise<JSONValue> {
  const body = JSON.stringify({ path: `_system/cli/${path}`, args, format: "json" });
  const answer = (await post("query", to, body)) as { value: JSONValue };
  return answer.value;
}

/** The id in the URL of an export. */
export const tsOf = (ts: JSONValue): string => toExportJson(ts);

/** The last request. */
export async function fetched(from: Target): Promise<Record<string, string>> {
  const { start_ts } = (await system(from, "exports:getLatest", {})) as { start_ts: JSONValue };
  const headers = { Authorization: `Convex ${from.adminKey}` };
  const ts = tsOf(start_ts);
  const response = await fetch(`${from.url}/api/export/zip/${ts}`, { headers });
  return unpack(Buffer.from(await response.arrayBuffer()));
}

export async function exported(from: Target): Promise<Record<string, string>> {
  await post("export/request/zip?includeStorage=true", from);
  return fetched(from);
}

export interface Upload {
  format: string;
  mode?: string;
  tableName?: string;
}

type State = { state: string; message_to_confirm?: string; error_message?: string };

/** Imports like the command line, in parts of 1,000 bytes, up to the confirmation. */
export async function uploaded(
  to: Target,
  file: Buffer | string,
  { mode = "requireEmpty", ...upload }: Upload,
) {
  const bytes = Buffer.from(file);
  const { uploadToken } = (await post("import/start_upload", to)) as { uploadToken: string };
  const partTokens: JSONValue[] = [];
  for (let at = 0, part = 1; at < Math.max(1, bytes.length); at += 1_000, part += 1) {
    const path = `import/upload_part?uploadToken=${uploadToken}&partNumber=${part}`;
    partTokens.push(await post(path, to, new Uint8Array(bytes.subarray(at, at + 1_000))));
  }
  const finish = JSON.stringify({ import: { mode, ...upload }, uploadToken, partTokens });
  const { importId } = (await post("import/finish_upload", to, finish)) as { importId: string };
  const stateOf = async () =>
    ((await system(to, "queryImport", { importId })) as { state: State }).state;
  return { importId, stateOf };
}

/** The same, confirmed. */
export async function imported(
  to: Target,
  ...sent: [file: Buffer | string, upload: Upload]
): Promise<State> {
  const { importId, stateOf } = await uploaded(to, ...sent);
  const tried = await stateOf();
  if (tried.state !== "waiting_for_confirmation") return tried;
  await post("perform_import", to, JSON.stringify({ importId }));
  return { message_to_confirm: tried.message_to_confirm ?? "", ...(await stateOf()) };
}
