import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { builtSite } from "../../src/server/web-server";

const ADDRESSES = { url: "http://127.0.0.1:3210", siteUrl: "http://127.0.0.1:3211" };
const root = mkdtempSync(join(tmpdir(), "spotlight-headers-"));
writeFileSync(join(root, "index.html"), "<p>The site</p>");
writeFileSync(join(root, "theme.js"), "theme");
afterAll(() => rmSync(root, { recursive: true }));

const get = async (
  address: string,
  options: Parameters<typeof builtSite>[3] = {},
  script?: string,
) => {
  const draw = Object.assign(async (page: string) => await Promise.resolve(page), {
    script: script ?? "",
  });
  return await builtSite(ADDRESSES, root, script === undefined ? undefined : draw, options).request(
    address,
  );
};

/** The policy's directives by their names. */
async function policyOf(...asked: Parameters<typeof get>) {
  const policy = (await get(...asked)).headers.get("Content-Security-Policy") ?? "";
  return Object.fromEntries(
    policy.split("; ").map((directive) => {
      const [name = "", ...values] = directive.split(" ");
      return [name, values.join(" ")];
    }),
  );
}

describe("the site's headers", () => {
  it.each(["/", "/pricing", "/theme.js", "/assets/gone.js"])("are on %s", async (path) => {
    const { headers } = await get(`http://localhost${path}`);
    expect(headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("X-Frame-Options")).toBe("DENY");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Referrer-Policy")).toBe("strict-origin-when-cross-origin");
    expect(headers.get("Permissions-Policy")).toContain("camera=()");
  });

  it("allow only scripts of the site, and the inline one of its pages", async () => {
    expect(await policyOf("http://localhost/", {}, "show()")).toMatchObject({
      "default-src": "'none'",
      // openssl dgst -sha256 -binary | base64
      "script-src":
        "'self' 'wasm-unsafe-eval' 'sha256-bZcXq6A55386WOhnm+CkmXOdvD/gkjsQT5fkz6gxfg8='",
      "connect-src": "'self' blob: http://127.0.0.1:3210 http://127.0.0.1:3211 ws://127.0.0.1:3210",
      "frame-src": "'none'",
      "base-uri": "'none'",
    });
  });

  it("name Clerk's host and the tag's service where the site uses them", async () => {
    const policy = await policyOf("http://localhost/", {
      clerkKey: "pk_test_ZXhhbXBsZS5jb20k",
      analyticsId: "GTM-1",
    });
    expect(policy["script-src"]).toBe(
      "'self' 'wasm-unsafe-eval' https://example.com https://challenges.cloudflare.com https://www.googletagmanager.com",
    );
    expect(policy["connect-src"]).toContain(" https://example.com ");
    expect(policy["img-src"]).toContain(" https://img.clerk.com ");
    expect(policy["frame-src"]).toBe("https://challenges.cloudflare.com");
  });
});

describe("the Host header", () => {
  it.each([
    ["http://localhost:5173/", 200],
    ["http://127.0.0.1:5173/", 200],
    ["http://[::1]:5173/", 200],
    ["http://192.168.0.7/", 200],
    ["http://art.example/", 200],
    ["http://evil.example/", 421],
    ["http://art.example.evil.example/", 421],
    ["http://localhost.evil.example/theme.js", 421],
  ])("of %s is answered with %i", async (address, status) => {
    const response = await get(address, { hosts: ["other.example", "art.example"] });
    expect(response.status).toBe(status);
  });
});
