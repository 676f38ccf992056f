import { afterEach, describe, expect, it } from "vitest";
import { addAnalyticsTag } from "../../src/app/analytics";

afterEach(() => document.head.replaceChildren());

describe("addAnalyticsTag", () => {
  it("loads the tag with this id from the tag service, and names the environment", () => {
    addAnalyticsTag("GTM-1&x");
    const script = document.head.querySelector("script");
    expect(script?.src).toBe("https://www.googletagmanager.com/gtm.js?id=GTM-1%26x");
    expect(script?.async).toBe(true);
    const { dataLayer } = window as Window & { dataLayer?: object[] };
    expect(dataLayer).toContainEqual({ environment: "release" });
    expect(dataLayer).toContainEqual(expect.objectContaining({ event: "gtm.js" }));
  });
});
