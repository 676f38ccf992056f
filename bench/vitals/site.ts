import { readFileSync } from "node:fs";
import { join } from "node:path";
import { operate } from "../../tests/e2e/operator";
import { newPlace, removePlace, startSite as startAt } from "../../tests/e2e/site";

/** A site of `npm start`, in a temporary folder. */
export interface Site {
  url: string;
  /** Runs any function of the deployment, internal ones too. */
  run: (path: string, args: object) => Promise<unknown>;
  /** Calls the billing API like a server. */
  bill: (verb: "GET" | "POST", path: string, body?: object) => Promise<unknown>;
  stop: () => Promise<void>;
}

export async function startSite(): Promise<Site> {
  const place = await newPlace();
  const { url, process, ended } = await startAt(place);
  const apiKey = readFileSync(join(place.dataDir, "api-key"), "utf8").trim();
  const api = `http://127.0.0.1:${place.convexPort + 1}/billing/v1`;
  return {
    url,
    run: (path, args) => operate(place, path, args),
    bill: (verb, path, body) => ask(`${api}${path}`, verb, apiKey, body),
    stop: async () => {
      process.kill("SIGTERM");
      await ended;
      await removePlace(place);
    },
  };
}

async function ask(address: string, method: string, apiKey: string, body?: object) {
  const response = await fetch(address, {
    method,
    headers: { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`${address}: ${JSON.stringify(answer)}`);
  return answer;
}
