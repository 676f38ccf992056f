import { describe, expect, it } from "vitest";
import { clientAddress } from "../../../packages/convex-local/src/server/client-address";

describe("a client's address", () => {
  it.each([
    ["10.0.0.1", "10.0.0.1"],
    ["::ffff:10.0.0.1", "10.0.0.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002:ffff::", "2001:db8:1:2::/64"],
    ["2001:db8::5", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    [undefined, ""],
  ])("of %s is %s", (remote, address) => {
    expect(clientAddress(remote, undefined, [])).toBe(address);
  });

  it.each([
    ["no proxy is declared", [], "10.0.0.1", "1.1.1.1", "10.0.0.1"],
    ["another proxy is declared", ["10.0.0.2"], "10.0.0.1", "1.1.1.1", "10.0.0.1"],
    ["the proxy is declared", ["10.0.0.1"], "10.0.0.1", "1.1.1.1", "1.1.1.1"],
    ["the proxy sends no header", ["10.0.0.1"], "10.0.0.1", undefined, "10.0.0.1"],
    ["the client forged a first hop", ["10.0.0.1"], "10.0.0.1", "9.9.9.9, 1.1.1.1", "1.1.1.1"],
    [
      "two proxies are declared",
      ["10.0.0.1", "10.0.0.2"],
      "10.0.0.1",
      "1.1.1.1,10.0.0.2",
      "1.1.1.1",
    ],
    [
      "the proxy connects over IPv6",
      ["10.0.0.1"],
      "::ffff:10.0.0.1",
      "2001:db8::5",
      "2001:db8:0:0::/64",
    ],
  ])("behind a proxy, when %s", (_, proxies, remote, forwarded, address) => {
    expect(clientAddress(remote, forwarded, proxies)).toBe(address);
  });
});
