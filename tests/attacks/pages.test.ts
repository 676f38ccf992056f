import { describe, expect, it } from "vitest";
import { site } from "./attacker";

describe("a page of the site", () => {
  it.each(["/", "/pricing", "/settings", "/u/nobody", "/nowhere", "/index.html"])(
    "runs only its own scripts, and in no frame: %s",
    async (path) => {
      const { headers } = await fetch(`${site.url}${path}`);
      const policy = headers.get("Content-Security-Policy") ?? "";
      expect(policy).toContain("frame-ancestors 'none'");
      const scripts = /(?:script-src|default-src) [^;]*/.exec(policy)?.[0] ?? "'unsafe-inline'";
      expect(scripts).not.toContain("'unsafe-inline'");
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(headers.get("Referrer-Policy")).not.toBeNull();
      expect(headers.get("Permissions-Policy")).not.toBeNull();
    },
  );
});
