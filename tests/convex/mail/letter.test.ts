import { describe, expect, it } from "vitest";
import { composeLetter, quoted } from "../../../convex/mail/letter";

const LETTER = {
  language: "en" as const,
  subject: "Hello",
  paragraphs: ["First.", "Second."],
  action: { label: "Open", url: "https://art.example/a?b=1&c=2#d" },
  footer: "Why you got this.",
};

describe("a mail", () => {
  it("says the same as text and as HTML", () => {
    const { text, html } = composeLetter({ ...LETTER, items: ["One", "Two"] });
    expect(text).toBe(
      "First.\n\nSecond.\n\n- One\n- Two\n\nOpen:\nhttps://art.example/a?b=1&c=2#d\n\n-- \nWhy you got this.\n",
    );
    for (const part of ["First.", "Second.", "One", "Two", "Why you got this."]) {
      expect(html).toContain(part);
    }
    expect(html).toContain('href="https://art.example/a?b=1&amp;c=2#d"');
  });

  it.each(["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "</p><a href='//evil'>"])(
    "has no markup of others: %s",
    (hostile) => {
      const { html } = composeLetter({
        ...{ ...LETTER, subject: hostile, paragraphs: [hostile], items: [hostile] },
        ...{ footer: hostile, action: { label: hostile, url: `https://art.example/${hostile}` } },
      });
      expect(html).not.toContain(hostile);
      expect(html).not.toMatch(/<(script|img)/);
      expect(html.match(/<a /g)).toHaveLength(1);
      expect(html.match(/href="[^"]*"/g)).toHaveLength(1);
    },
  );

  it("has a subject of one line, so that it adds no header", () => {
    const { subject } = composeLetter({ ...LETTER, subject: "Hi\r\nBcc: all@art.example" });
    expect(subject).toBe("Hi Bcc: all@art.example");
  });
});

describe("a name in a mail", () => {
  it.each([
    ["Ada  Lovelace ", "Ada Lovelace"],
    ["Two\nlines\u2028more", "Two lines more"],
    ["\u202Eevil\u200B", "evil"],
    ["x".repeat(80), `${"x".repeat(59)}…`],
    ["🎨".repeat(61), `${"🎨".repeat(59)}…`],
  ])("%j is %j", (text, line) => {
    expect(quoted(text)).toBe(line);
  });
});
