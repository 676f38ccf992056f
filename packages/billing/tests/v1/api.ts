import { internal } from "../../src/component/_generated/api";
import { ANA } from "../engine/harness";
import type { Engine } from "../engine/harness";

/** A use of one unit, as a request states it. */
export const TRACK = { customer_id: ANA, feature_id: "uploads" };

export interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

interface Sent {
  body?: unknown;
  headers?: Record<string, string>;
}

/** A client of the /v1 API with a key. */
export async function openApi(t: Engine, kind: "secret" | "publishable" = "secret") {
  const { id, key } = await t.action(internal.http.keys.createKey, { name: "test", kind });
  const call = (method: string, path: string, sent: Sent = {}) =>
    request(t, method, path, {
      ...sent,
      headers: { Authorization: `Bearer ${key}`, ...sent.headers },
    });
  return { id, key, call };
}

/** One request, with only the given headers. */
export async function request(
  t: Engine,
  method: string,
  path: string,
  { body, headers = {} }: Sent = {},
): Promise<Answer> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const response = await t.fetch(`/v1${path}`, {
    method,
    headers: { "Content-Type": "application/json", ...headers },
    ...(body !== undefined && { body: text }),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}
