import type { MutationCtx } from "../_generated/server";

/** How many of the eight groups of an IPv6 address identify a customer's network. */
const NETWORK_GROUPS = 4;

/**
 * What counts as one address: an IPv4 address, or the /64 network of an IPv6
 * address, because one person has all addresses of such a network.
 *
 * @param ip - As the platform writes it, perhaps with a zone or as a mapped IPv4
 *   address.
 */
export function networkOf(ip: string): string {
  const [address = ""] = ip.toLowerCase().split("%");
  if (!address.includes(":")) return address;
  const mapped = /^::(?:ffff:)?(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = "", tail] = address.split("::");
  const groups = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - after.length);
  const all = [...groups, ...Array<string>(zeros).fill("0"), ...after];
  const network = all.slice(0, NETWORK_GROUPS).map((group) => group.replace(/^0+(?=.)/, ""));
  return `${network.join(":")}::/64`;
}

/** The caller's network; null without a request, such as in a scheduled function. */
export async function callerNetwork(ctx: MutationCtx): Promise<string | null> {
  const { ip } = await ctx.meta.getRequestMetadata();
  return ip === null ? null : networkOf(ip);
}
