import { CORS_PATH } from "../../contract/paths";

const PROBE_TIMEOUT_MS = 10_000;

/** Whether each backend accepts cookies, by its URL; cached for the page. */
const detected = new Map<string, Promise<RequestCredentials | null>>();

/**
 * Whether a backend accepts cookies from this page; checked once.
 *
 * @param base - The backend's URL with its prefix.
 * @returns `omit` also when there was no response; the next request then checks
 *   again.
 * @see Spec §6, "cookies are included or omitted"
 */
export async function detectCredentials(base: string): Promise<RequestCredentials> {
  const asking = detected.get(base) ?? detect(base);
  detected.set(base, asking);
  const credentials = await asking;
  if (credentials === null) detected.delete(base);
  return credentials ?? "omit";
}

async function detect(base: string): Promise<RequestCredentials | null> {
  if (await isAnswered(base, "include")) return "include";
  return (await isAnswered(base, "omit")) ? "omit" : null;
}

/** The browser rejects if cookies are not allowed. The response itself does not matter. */
async function isAnswered(base: string, credentials: RequestCredentials): Promise<boolean> {
  const headers = { "Content-Type": "application/json" };
  const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
  try {
    await fetch(base + CORS_PATH, { method: "POST", headers, body: "{}", credentials, signal });
    return true;
  } catch {
    return false;
  }
}
