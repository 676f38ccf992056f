import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import { openSite } from "./site";

const SITE = "https://spotlight.example";

beforeEach(() => {
  vi.stubEnv("SITE_ORIGIN", SITE);
});

type Site = Awaited<ReturnType<typeof openSite>>;

async function share({ t }: Site, path: string) {
  const response = await t.fetch(`/share/${path}`);
  const page = new DOMText(await response.text());
  return { response, page };
}

/** What the machine that fetches a page reads: there is no browser here. */
class DOMText {
  constructor(readonly text: string) {}
  meta(name: string): string | undefined {
    const tag = new RegExp(`<meta (?:name|property|http-equiv)="${name}" content="([^"]*)"`);
    return tag.exec(this.text)?.[1];
  }
}

describe("the page that a work is shared by", () => {
  it("says title, artist, picture and size, and leads on to the site", async () => {
    const site = await openSite();
    const id = await site.hang("ada", "swell", { title: "Swell", alt: "Waves", noAi: false });
    const { response, page } = await share(site, `a/${id}`);
    expect(response.status).toBe(200);
    expect(page.meta("og:title")).toBe("Swell by ada");
    expect(page.meta("og:description")).toBe("Waves");
    expect(page.meta("og:image")).toMatch(/^https?:/);
    expect([page.meta("og:image:width"), page.meta("og:image:height")]).toEqual(["3", "2"]);
    expect(page.meta("og:image:alt")).toBe("Waves");
    expect(page.meta("twitter:card")).toBe("summary_large_image");
    expect(page.meta("refresh")).toBe(`0; url=${SITE}/a/${id}`);
    expect(page.meta("robots")).toBe("all");
    expect(response.headers.get("X-Robots-Tag")).toBeNull();
  });

  it("escapes what an artist wrote, wherever it stands", async () => {
    const site = await openSite();
    const title = `"><script>alert('1')</script>`;
    const id = await site.hang("ada", "swell", { title, alt: `" onload="x` });
    const { page, response } = await share(site, `a/${id}`);
    expect(page.text).not.toContain("<script");
    expect(page.text).not.toContain(`" onload`);
    expect(page.meta("og:title")).toBe(
      "&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; by ada",
    );
    expect(response.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  });

  it("tells machines not to learn from it, as its artist wishes", async () => {
    const site = await openSite();
    const id = await site.hang("ada", "swell");
    const { response, page } = await share(site, `a/${id}`);
    expect(response.headers.get("X-Robots-Tag")).toBe("noai, noimageai");
    expect(page.meta("robots")).toBe("noai, noimageai");
  });

  it.each([
    ["a draft", "draft"],
    ["hidden by an operator", "hidden"],
    ["sensitive", "sensitive"],
  ] as const)("tells nothing of a work that is %s", async (_, why) => {
    const site = await openSite();
    const id = await site.hang("ada", "swell", { title: "Swell", alt: "Waves" });
    await site.t.run(async (ctx) => {
      await ctx.db.patch(
        "artworks",
        id,
        why === "sensitive" ? { sensitive: true } : { state: why },
      );
    });
    const { response, page } = await share(site, `a/${id}`);
    expect(response.status).toBe(200);
    expect(page.text).not.toMatch(/Swell|Waves|ada/);
    expect(page.meta("og:image")).toBe(`${SITE}/logo.png`);
    expect(response.headers.get("X-Robots-Tag")).toBe("noindex, noai, noimageai");
  });

  it("is the same for everyone: whom its artist blocks is not known there", async () => {
    const site = await openSite();
    const id = await site.hang("ada", "swell");
    await site.person("ben").mutation(api.community.profiles.ensure, {});
    const block = { username: "ben", kind: "block" as const, silenced: true };
    await site.person("ada").mutation(api.community.silences.set, block);
    const asked = { id };
    const { ofWork } = internal.community.shareCards;
    expect(await site.person("ben").query(ofWork, asked)).toEqual(
      await site.t.query(ofWork, asked),
    );
  });

  it.each(["a/nothing", "a/", "a/%E0%A4%A", "x/1", "u/nobody", "a/1/2"])(
    "answers 404 in words where nothing hangs: %s",
    async (path) => {
      const { response, page } = await share(await openSite(), path);
      expect(response.status).toBe(404);
      expect(page.text).toContain("Nothing hangs here");
      expect(page.meta("refresh")).toBe(`0; url=${SITE}/`);
    },
  );

  it("stands for an artist too", async () => {
    const site = await openSite();
    await site.hang("ada", "swell");
    await site.person("ada").mutation(api.community.pages.edit, { name: "Ada L", bio: "Looms." });
    const { page } = await share(site, "u/ada");
    expect([page.meta("og:title"), page.meta("og:description")]).toEqual(["Ada L", "Looms."]);
    expect(page.meta("twitter:card")).toBe("summary");
    expect(page.meta("refresh")).toBe(`0; url=${SITE}/u/ada`);
  });
});
