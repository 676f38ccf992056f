import { act, render } from "@testing-library/react";
import { useRef } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { lastMove } from "../../src/shared/last-navigation";
import { usePageArrival } from "../../src/app/use-page-arrival";

const scrollTo = vi.fn();

function Page({ path, title, heading }: { path: string; title: string | null; heading?: string }) {
  const main = useRef<HTMLElement>(null);
  usePageArrival({ path, title, main });
  return (
    <main ref={main} tabIndex={-1}>
      {heading !== undefined && <h1>{heading}</h1>}
    </main>
  );
}
/** How the router reports a link, and the browser its back and forward buttons. */
const move = (event: "pushState" | "replaceState" | "popstate") =>
  act(() => void window.dispatchEvent(new Event(event)));

beforeEach(() => {
  scrollTo.mockReset();
  vi.stubGlobal("scrollTo", scrollTo);
});

describe("a new page", () => {
  it.each([
    ["pushState", "link", [[0, 0]]],
    ["replaceState", "link", [[0, 0]]],
    ["popstate", "history", []],
  ] as const)("by %s, a %s, starts at its top: %j", (event, name, scrolled) => {
    const { rerender } = render(<Page path="/a" title="A" heading="A" />);
    expect(scrollTo).not.toHaveBeenCalled();
    move(event);
    expect(lastMove()).toBe(name);
    rerender(<Page path="/b" title="B" heading="B" />);
    expect(scrollTo.mock.calls).toEqual(scrolled);
  });

  it("drops what the server wrote about the page that was loaded", () => {
    document.head.innerHTML = `<link rel="canonical" href="/a"><meta name="robots" content="noai">
      <link rel="alternate" type="application/atom+xml" href="/f"><meta name="author">`;
    const { rerender } = render(<Page path="/a" title="A" heading="A" />);
    expect(document.head.children).toHaveLength(4 + document.querySelectorAll("title").length);
    rerender(<Page path="/b" title="B" heading="B" />);
    expect([...document.head.querySelectorAll("link, meta")].map((tag) => tag.outerHTML)).toEqual([
      '<meta name="author">',
    ]);
  });

  it("is not scrolled when only its content changes", () => {
    const { rerender } = render(<Page path="/a" title="A" heading="A" />);
    move("pushState");
    rerender(<Page path="/a" title="A" heading="A2" />);
    expect(scrollTo).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(document.body);
  });

  it("uses its heading as title only without another title", async () => {
    const { rerender } = render(<Page path="/a" title="Upload" heading="Share" />);
    expect(document.title).toBe("Upload · Spotlight");
    rerender(<Page path="/b" title={null} heading="Swell" />);
    await vi.waitFor(() => expect(document.title).toBe("Swell · Spotlight"));
  });

  it("stops waiting for the heading of the previous page", async () => {
    const { rerender, unmount } = render(<Page path="/a" title={null} />);
    rerender(<Page path="/b" title="Upload" />);
    rerender(<Page path="/b" title="Upload" heading="Late" />);
    await Promise.resolve();
    expect(document.title).toBe("Upload · Spotlight");
    unmount();
  });
});
