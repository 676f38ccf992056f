import { describe, expect, it } from "vitest";
import { sources } from "../texts";

/** The source text of elements that open a new tab. */
const linksElsewhere = (source: string) =>
  source.match(/<\w+(?:(?!=>)[^<>]|=>)*target="_blank"[^<>]*>/g) ?? [];

const texts = sources(/\.tsx?$/).map(([, text]) => text);

describe("links of the site", () => {
  it("in a new tab have no opener and no referrer", () => {
    const links = texts.flatMap(linksElsewhere);
    expect(links).not.toEqual([]);
    expect(texts.join("").match(/target="_blank"/g)).toHaveLength(links.length);
    for (const link of links) expect(link).toMatch(/rel="[^"]*noopener noreferrer[^"]*"/);
  });

  it("open new tabs in one module alone, which clears the opener", () => {
    const openers = texts.filter((text) => /\.open\([^)]*"_blank"/.test(text));
    expect(openers).toHaveLength(1);
    expect(openers[0]).toContain("tab.opener = null");
  });

  it("never write markup into the page", () => {
    const sinks = /dangerouslySetInnerHTML|\.innerHTML\s*=|insertAdjacentHTML|document\.write\(/;
    expect(texts.filter((text) => sinks.test(text))).toEqual([]);
  });
});
