import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { warnOfForgeable } from "../../scripts/caller-address";

/** The address that a self-hosted backend sees behind a proxy. */
type Proxy = (request: IncomingMessage) => string;

const REMOTE = "198.51.100.1";
const sent = ({ headers }: IncomingMessage) => headers["x-forwarded-for"]?.toString();
const firstOf = (forwarded: string) => forwarded.split(",")[0]?.trim() ?? "";

const replaces: Proxy = () => REMOTE;
const appends: Proxy = (request) => firstOf([sent(request), REMOTE].filter(Boolean).join(", "));
const passesOn: Proxy = (request) => firstOf(sent(request) ?? REMOTE);

async function behind(proxy: Proxy, paths: readonly string[]): Promise<string> {
  const server = createServer((request, response) => {
    response.statusCode = paths.includes(request.url ?? "") ? 200 : 404;
    response.end(response.statusCode === 200 ? proxy(request) : "203.0.113.7");
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const api = (proxy: Proxy) => behind(proxy, ["/http/caller-address"]);
const site = (proxy: Proxy) => behind(proxy, ["/caller-address"]);

/** The URLs in the warning. */
async function warnedOf(addresses: Parameters<typeof warnOfForgeable>[0]): Promise<string[]> {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  await warnOfForgeable(addresses);
  const lines = warn.mock.calls.map(([line]) => String(line));
  for (const line of lines) expect(line).toContain("docs/deploy.md");
  return lines.map((line) => /http:\S+/.exec(line)?.[0] ?? "");
}

describe("the start", () => {
  it.each<[proxies: string, Proxy, Proxy, isForgeable: boolean[]]>([
    ["replace it", replaces, replaces, [false, false]],
    ["append to it", appends, appends, [true, true]],
    ["pass it on", passesOn, passesOn, [true, true]],
    ["differ", appends, replaces, [false, true]],
  ])("tries a forged address where the proxies %s", async (_, ofApi, ofSite, expected) => {
    const addresses = { url: await api(ofApi), siteUrl: await site(ofSite) };
    const asked = [`${addresses.siteUrl}/caller-address`, `${addresses.url}/http/caller-address`];
    expect(await warnedOf(addresses)).toEqual(asked.filter((__, n) => expected[n]));
  });

  it("says nothing of a deployment that lacks the address, or does not answer", async () => {
    const older = await behind(passesOn, []);
    expect(await warnedOf({ url: older, siteUrl: older })).toEqual([]);
    const closed = "http://127.0.0.1:9";
    expect(await warnedOf({ url: closed, siteUrl: closed })).toEqual([]);
  });
});
