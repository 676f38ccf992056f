import { describe, expect, it } from "vitest";
import { html } from "../../src/component/pages/html";

describe("html", () => {
  it.each([
    ["an element", "<img src=x onerror=alert(1)>", "&lt;img src=x onerror=alert(1)&gt;"],
    ["double quotes", `" autofocus x="`, "&quot; autofocus x=&quot;"],
    ["single quotes and backticks", "'`", "&#39;&#96;"],
    ["an entity, which stays text", "&lt;", "&amp;lt;"],
    ["right-to-left text, untouched", "لوحة", "لوحة"],
  ])("escapes %s", (_, value, escaped) => {
    expect(html`<p title="${value}">${value}</p>`.markup).toBe(
      `<p title="${escaped}">${escaped}</p>`,
    );
  });

  it("leaves its own markup as it is, alone, in a list or absent", () => {
    const items = ["a", "<b>"].map((name) => html`<li>${name}</li>`);
    const list = html`<ul>
      ${items}${null}${3}
    </ul>`;
    expect(list.markup.replace(/\s/g, "")).toBe("<ul><li>a</li><li>&lt;b&gt;</li>3</ul>");
  });
});
