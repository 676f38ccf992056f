import { act } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { drawPage } from "../../src/server/draw-page";
import { App } from "../../src/app/app";
import { connectDeployment } from "../../src/app/providers";
import { HYDRATED } from "../../src/hydrated";
import { product } from "../../packages/billing/tests/react/wire-samples";
import { RenderedWidth } from "../../packages/ui/src/use-min-width";
import { COMMENT, DETAIL, FOUND } from "../community/artwork/artwork-site";
import { cardOf, idOf } from "../community/cards";
import type { Returned } from "../community/fake-convex";

vi.mock("react-dom/server", async (original) => {
  const server = await original<{ renderToString: typeof renderToString }>();
  return { ...server, renderToString: vi.fn(server.renderToString) };
});

const DEPLOYMENT = { convexUrl: "http://127.0.0.1:1", convexSiteUrl: "http://127.0.0.1:1" };
const works = Array.from({ length: 24 }, (_, i) =>
  cardOf(`Study ${i + 1}`, {
    ...{ createdAt: 24 - i, width: 300 + 40 * (i % 5) },
    ...{ url: `https://files/${i}`, id: idOf(`study${i}`), isFeatured: i === 0 },
    ...(i % 3 === 1 && { mediaType: "video/mp4", posterUrl: `https://files/still-${i}` }),
  }),
);
const STILL = "https://files/still-of-swell";
const page = { page: works, isDone: true, continueCursor: "" };
const ANSWERS: Returned = {
  "artworks/functions:feed": page,
  "feed/functions:explore": page,
  "artworks/functions:get": { ...FOUND, artwork: { ...FOUND.artwork, posterUrl: STILL } },
  "artworks/functions:detail": DETAIL,
  "comments/functions:list": { ...page, page: [COMMENT] },
  "search:tags": [{ tag: "sea", works: 3 }],
  "notifications/functions:unread": 0,
  "profiles/settings:mine": null,
  "billing:revision": { customer: 0, catalogue: 0, next_change_at: null },
  "billing:listProducts": {
    data: { list: [product({ id: "creator" }), product({ id: "pro", name: "Pro" })] },
    error: null,
  },
};

/** A deployment with these results, and a browser whose socket stays silent. */
function answer(answers: Returned) {
  const values = new Map(Object.entries(answers));
  vi.stubGlobal("fetch", (_address: string, { body }: { body: string }) => {
    const { path } = JSON.parse(body) as { path: string };
    const name = path.replace(/^community\//, "");
    if (!values.has(name)) return Promise.reject(new TypeError(`${path} is not answered`));
    return Promise.resolve(Response.json({ status: "success", value: values.get(name) }));
  });
}

const draw = async (path: string, language: "en" | "de" = "en", search = "") =>
  await drawPage({ path, search, language, ...DEPLOYMENT, patienceMs: 10_000 });

/** Puts a page into the document like the site's server, and runs its script. */
async function open(path: string, language: "en" | "de" = "en") {
  document.documentElement.lang = language;
  const drawn = await draw(path, language);
  const root = document.createElement("div");
  root.id = "root";
  root.hidden = true;
  root.innerHTML = drawn?.html ?? "";
  document.body.replaceChildren(root);
  if (drawn?.wide) {
    const { html, fromPx } = drawn.wide;
    document.body.insertAdjacentHTML(
      "beforeend",
      `<template id="wide" data-from="${fromPx}">${html}</template>`,
    );
  }
  vi.resetModules();
  await import("../../src/pre-hydration");
  // Loads the deferred pictures.
  await new Promise((later) => setTimeout(later));
  return { root, drawn };
}

beforeEach(() => {
  answer(ANSWERS);
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal(
    "WebSocket",
    class {
      close() {}
    },
  );
  HTMLImageElement.prototype.decode = () => Promise.resolve();
});
afterEach(() => {
  document.body.replaceChildren();
  delete document.body.dataset.drawnFor;
  window.history.replaceState(null, "", "/");
});

describe("drawPage", () => {
  it.each([
    ["/", "Art, shared by the artists who make it", "Study 1 by Yuki Tanabe"],
    ["/explore", "Explore", "Popular tags"],
    ["/pricing", "Room to show your work", "Posting is free"],
    ["/a/swell", "Swell", "From memory."],
    ["/a/swell", "Swell", "Sade Okonkwo"],
  ])("draws %s for a visitor", async (path, heading, content) => {
    const html = (await draw(path))?.html ?? "";
    expect(html).toContain(`>${heading}</h1>`);
    expect(html).toContain(content);
    expect(html).toContain("Join Spotlight");
  });

  it("draws German, and the English page after it in English", async () => {
    expect((await draw("/", "de"))?.html).toContain(
      "Kunst, geteilt von denen, die sie machen</h1>",
    );
    expect((await draw("/"))?.html).toContain("Art, shared by the artists who make it</h1>");
  });

  it.each([
    ["de", "language=de", true],
    ["en", "language=de", false],
    ["de", "language=en", false],
  ] as const)("drawn in %s, with the cookie %s, is shown: %s", async (drawn, cookie, isShown) => {
    document.cookie = cookie;
    const { root } = await open("/", drawn);
    document.cookie = `${cookie}; Max-Age=0`;
    expect(root.hasChildNodes()).toBe(isShown);
  });

  it("draws nothing when the deployment does not answer, nor private pages", async () => {
    expect(await draw("/settings")).toBeNull();
    answer({});
    expect(await draw("/")).toBeNull();
  });

  it.each([
    ["/", ["0"]],
    ["/explore", ["0", "still-1"]],
  ])(
    "starts %s with the pictures in sight: others would share the network",
    async (path, first) => {
      const page = document.createElement("div");
      page.innerHTML = (await draw(path))?.html ?? "";
      const atOnce = page.querySelectorAll(".grid :is(img:not([loading=lazy]), video)");
      const files = [...atOnce].map((element) => element.getAttribute("src"));
      expect(files).toEqual(first.map((file) => `https://files/${file}`));
      expect(page.querySelectorAll("img[fetchpriority=high]")).toHaveLength(first.length);
    },
  );

  it("opens a work with its still, which is small, and nothing that shares the network", async () => {
    const page = document.createElement("div");
    page.innerHTML = (await draw("/a/swell"))?.html ?? "";
    const files = [...page.querySelectorAll("img")].map(({ src }) => src);
    expect(files).toEqual([STILL]);
    expect(page.querySelector("img")?.getAttribute("fetchpriority")).toBe("high");
  });

  it("draws nothing when the deployment answers too late: the browser is faster alone", async () => {
    const asked: unknown[] = [];
    vi.stubGlobal("fetch", (_address: string, { signal }: { signal?: AbortSignal }) => {
      asked.push(signal);
      return new Promise((_, reject) => {
        signal?.addEventListener("abort", () => reject(new DOMException("Late", "TimeoutError")));
        if (!signal) reject(new Error("Nothing would end this"));
      });
    });
    expect(
      await drawPage({ path: "/", search: "", language: "en", ...DEPLOYMENT, patienceMs: 1 }),
    ).toBeNull();
    expect(asked.length).toBeGreaterThan(0);
    expect(asked).not.toContain(undefined);
  });

  it.each([
    ["/explore", 3, 1],
    // The last one is the wide page.
    ["/pricing", 3, 2],
  ])(
    "renders %s %i times at first, and %i times with the questions of the last visit",
    async (...row) => {
      const [path, atFirst, later] = row;
      const visit = async () => {
        vi.mocked(renderToString).mockClear();
        const drawn = await draw(path, "en", "?first=1");
        return { drawn, renders: vi.mocked(renderToString).mock.calls.length };
      };
      const first = await visit();
      expect(first.renders).toBe(atFirst);
      expect(await visit()).toEqual({ drawn: first.drawn, renders: later });
      // A question that the deployment refuses must not stay in the way.
      answer({});
      expect(await visit()).toEqual({ drawn: null, renders: 0 });
      answer(ANSWERS);
      expect(await visit()).toEqual(first);
    },
  );

  it("sends only the answers that the page shows", async () => {
    const comments = async () => {
      const drawn = await draw("/a/swell", "en", "?then=gone");
      return Object.keys(drawn?.answers.queries ?? {}).filter((one) => one.includes("comments"));
    };
    expect(await comments()).toHaveLength(1);
    answer({ ...ANSWERS, "artworks/functions:get": null });
    expect(await comments()).toEqual([]);
  });

  it("escapes titles", async () => {
    const titled = [cardOf("<script>alert(1)</script>", { createdAt: 1 })];
    answer({ ...ANSWERS, "artworks/functions:feed": { ...page, page: titled } });
    expect((await draw("/"))?.html).not.toContain("<script");
  });
});

describe("a page that the server has drawn", () => {
  it.each([
    [360, 740],
    [1440, 900],
    [3840, 2160],
  ])(
    "is laid out for a window of %d × %d, and React hydrates it unchanged",
    async (width, height) => {
      vi.stubGlobal("innerWidth", width);
      vi.stubGlobal("innerHeight", height);
      const told = vi.spyOn(console, "error").mockImplementation(() => undefined);
      const onRecoverableError = vi.fn();
      const { root, drawn } = await open("/");
      expect(root.hidden).toBe(false);
      const [first, ...others] = root.querySelectorAll("li");
      expect(others.length).toBeLessThan(24);
      const before = first?.getAttribute("style");

      const env = { ...DEPLOYMENT, clerkPublishableKey: undefined, analyticsId: undefined };
      const connect = () => connectDeployment(env, drawn?.answers ?? { queries: {} });
      const react = await act(() =>
        hydrateRoot(root, <App connect={connect} />, { onRecoverableError }),
      );
      const [after, style] = [root.querySelector("li"), first?.getAttribute("style")];
      act(() => react.unmount());
      expect(onRecoverableError).not.toHaveBeenCalled();
      expect(told.mock.calls.filter(([said]) => /hydrat/i.test(String(said)))).toEqual([]);
      expect(after).toBe(first);
      expect(style).toBe(before);
    },
  );

  it("of a work is hydrated unchanged, and then shows the original and the time of here", async () => {
    window.history.replaceState(null, "", "/a/swell");
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    localStorage.setItem("spotlight.viewer-background", "White");
    const told = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const onRecoverableError = vi.fn();
    const { root, drawn } = await open("/a/swell");
    const picture = root.querySelector("img");
    expect(picture?.src).toBe(STILL);
    expect(root.textContent).toContain("January 1, 1970");

    const env = { ...DEPLOYMENT, clerkPublishableKey: undefined, analyticsId: undefined };
    const connect = () => connectDeployment(env, drawn?.answers ?? { queries: {} });
    const react = await act(() =>
      hydrateRoot(root, <App connect={connect} />, { onRecoverableError }),
    );
    const after = root.querySelector("img");
    const shown = [after?.src, root.querySelector("section")?.dataset.background];
    act(() => react.unmount());
    localStorage.clear();
    expect(onRecoverableError).not.toHaveBeenCalled();
    expect(told.mock.calls.filter(([said]) => /hydrat/i.test(String(said)))).toEqual([]);
    expect(after).toBe(picture);
    expect(shown).toEqual(["https://files/Swell", "White"]);
  });

  it("replaces later pictures by blanks of the same proportions", async () => {
    HTMLImageElement.prototype.decode = () => new Promise(() => undefined);
    const { root } = await open("/");
    const [held] = root.querySelectorAll<HTMLImageElement>("img[loading=lazy]");
    expect(held?.src).toContain(`width='${held?.getAttribute("width")}'`);
    expect(held?.src).toContain(`height='${held?.getAttribute("height")}'`);
  });

  it("is not shown to a signed-in user", async () => {
    localStorage.setItem("spotlight.refreshToken", "family.secret");
    const { root } = await open("/");
    expect(root.childNodes).toHaveLength(0);
  });

  it.each([
    [1023, "narrow"],
    [1024, "wide"],
  ])("with two layouts shows, at %d pixels, the %s one, and React hydrates it", async (width) => {
    vi.stubGlobal("innerWidth", width);
    window.history.replaceState(null, "", "/pricing");
    const onRecoverableError = vi.fn();
    const { root, drawn } = await open("/pricing");
    expect(drawn?.wide?.html).not.toBe(drawn?.html);
    expect(root.dataset.renderedPx).toBe(width >= 1024 ? "1024" : undefined);
    const heading = root.querySelector("h1");
    expect(heading?.textContent).toBe("Room to show your work");

    const env = { ...DEPLOYMENT, clerkPublishableKey: undefined, analyticsId: undefined };
    const connect = () => connectDeployment(env, drawn?.answers ?? { queries: {} });
    const page = (
      <RenderedWidth value={Number(root.dataset.renderedPx ?? 0)}>
        <App connect={connect} />
      </RenderedWidth>
    );
    const react = await act(() => hydrateRoot(root, page, { onRecoverableError }));
    const after = root.querySelector("h1");
    act(() => react.unmount());
    expect(onRecoverableError).not.toHaveBeenCalled();
    expect(after).toBe(heading);
  });

  it("repeats clicks from before hydration", async () => {
    const { root } = await open("/");
    const button = root.querySelector("button");
    const pressed = vi.fn();
    button?.click();
    button?.addEventListener("click", pressed);
    root.dispatchEvent(new Event(HYDRATED));
    expect(pressed).toHaveBeenCalledOnce();
  });
});
