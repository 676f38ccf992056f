import { describe, expect, it, vi } from "vitest";
import { injectServerHtml } from "../../src/server/drawn-page";
import { builtSite } from "../../src/server/web-server";

const SCRIPT = '<script type="module" crossorigin src="/assets/index.js"></script>';
const PRELOAD = '<link rel="modulepreload" crossorigin href="/assets/part.js">';
const STYLES = '<link rel="stylesheet" crossorigin href="/assets/index.css">';
const PAGE = `<head>${SCRIPT}${PRELOAD}${STYLES}</head><body><div id="root"></div></body>`;
const drawn = { html: "<h1>Swell</h1>", answers: { queries: {} }, wide: null };
const hang = (changes: object = {}, styles: string[] = []) =>
  injectServerHtml(PAGE, { ...drawn, ...changes }, styles, "show()");

describe("injectServerHtml", () => {
  it("adds the page hidden, for its script to show, and the wide one", () => {
    expect(hang()).toContain('<div id="root" hidden><h1>Swell</h1></div>');
    expect(hang({ wide: { html: "<h1>Wide</h1>", fromPx: 1024 } })).toContain(
      '<h1>Swell</h1></div><template id="wide" data-from="1024"><h1>Wide</h1></template>',
    );
  });

  it("delays the site's scripts, so that pictures come first", () => {
    const [before = "", template = ""] = hang().split('<template id="scripts">');
    expect(before).not.toMatch(/type="module"|modulepreload/);
    expect(template).toMatch(`${SCRIPT}${PRELOAD}</template><script>show()</script>`);
  });

  it("adds the styles that the page does not have yet", () => {
    const page = hang({}, ["/assets/index.css", "/assets/explore.css"]);
    expect(page.split("/assets/index.css")).toHaveLength(2);
    expect(page).toContain('href="/assets/explore.css" /></head>');
  });

  it("escapes titles in the data's element", () => {
    const answers = { queries: { feed: "</script><b>$&" } };
    const page = hang({ answers });
    expect(page).not.toContain("</script><b>");
    const data = /id="first-answers">(.*?)<\/script>/.exec(page)?.[1] ?? "";
    expect(JSON.parse(data)).toEqual(answers);
  });
});

describe("a page that cannot be drawn", () => {
  it("is drawn by the browser, and the failure is logged", async () => {
    const told = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const addresses = { url: "http://127.0.0.1:1", siteUrl: "http://127.0.0.1:1" };
    const site = builtSite(addresses, ".", () => Promise.reject(new Error("No window")));
    expect(await (await site.request("/")).text()).toContain('<div id="root"></div>');
    expect(told).toHaveBeenCalledOnce();
  });
});
