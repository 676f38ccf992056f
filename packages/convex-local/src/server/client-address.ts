import { isIPv6 } from "node:net";

const WHOLE_IPV6_PARTS = 8;
/** The part of an IPv6 address that a provider gives to one customer: 64 bits. */
const CUSTOMER_PARTS = 4;

/** The holder of one IPv6 address has 2^64 of them, so they count as one. */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*/, "");
  if (!isIPv6(plain)) return plain;
  const [head = "", tail] = plain.split("::");
  const parts = head.split(":").filter(Boolean);
  const after = (tail ?? "").split(":").filter(Boolean);
  const zeros = Array.from({ length: WHOLE_IPV6_PARTS - parts.length - after.length }, () => "0");
  const whole = tail === undefined ? parts : [...parts, ...zeros, ...after];
  const customer = whole.slice(0, CUSTOMER_PARTS).map((part) => parseInt(part, 16).toString(16));
  return `${customer.join(":")}::/64`;
}

/**
 * The address of a request's sender. `X-Forwarded-For` counts only when a declared
 * proxy sent it, and only the part that the proxies have added: the last address
 * that is no proxy.
 */
export function clientAddress(
  remoteAddress: string | undefined,
  forwardedFor: string | undefined,
  proxies: readonly string[],
): string {
  const known = new Set(proxies.map(networkOf));
  const hops = (forwardedFor ?? "").split(/[\s,]+/).filter(Boolean);
  let address = networkOf(remoteAddress ?? "");
  while (known.has(address) && hops.length > 0) address = networkOf(hops.pop() ?? "");
  return address;
}
