import { describe, expect, it, vi } from "vitest";
import { browserNavigator, safeUrl } from "../../../src/react/flows/navigate";
import type { NavigatedWindow } from "../../../src/react/flows/navigate";

// Flows do not use React: a stray import would fail here.
vi.mock("react", () => ({}));

const policy = {
  origin: "http://127.0.0.1:5173",
  trustedOrigins: ["http://127.0.0.1:3211"],
};

describe("safeUrl", () => {
  it.each([
    "https://pay.example/c/1?x=2#y",
    "http://127.0.0.1:5173/thanks",
    "http://127.0.0.1:3211/pay/abc",
  ])("lets %s through", (url) => {
    expect(safeUrl(url, policy)).toBe(url);
  });

  it.each([
    ["a script", "javascript:alert(1)"],
    ["a script behind white space", " \tjava\nscript:alert(1)"],
    ["a document in itself", "data:text/html,<script>alert(1)</script>"],
    ["a blob, even of this origin", "blob:http://127.0.0.1:5173/0"],
    ["a file", "file:///etc/passwd"],
    ["plain http elsewhere", "http://pay.example/c"],
    ["no scheme", "//evil.example/c"],
    ["a path", "/thanks"],
    ["back slashes", "/\\evil.example"],
    ["nothing", ""],
    ["a user name", "https://pay@evil.example/"],
    ["a password", "https://:secret@pay.example/"],
    ["the trusted origin as a user name", "http://127.0.0.1:3211@evil.example/"],
    ["a host that starts like the trusted one", "http://127.0.0.1:3211.evil.example/"],
    ["a port that starts like the trusted one", "http://127.0.0.1:32110/"],
    ["the trusted host at another port", "http://127.0.0.1:9999/"],
    ["another name of the same machine", "http://localhost:3211/"],
  ])("refuses %s", (_what, url) => {
    expect(safeUrl(url, policy)).toBeNull();
  });

  it("trusts the page's own origin alone where no other is named", () => {
    const { origin } = policy;
    expect(safeUrl("http://127.0.0.1:5173/thanks", { origin })).not.toBeNull();
    expect(safeUrl("http://127.0.0.1:3211/pay/abc", { origin })).toBeNull();
  });

  it("trusts no opaque origin, not even on a page with one", () => {
    const opaque = { origin: "null", trustedOrigins: ["null"] };
    expect(safeUrl("javascript:alert(1)", opaque)).toBeNull();
    expect(safeUrl("data:text/html,x", opaque)).toBeNull();
  });
});

function fakeWindow(blocked = false) {
  const tab = { opener: {}, close: vi.fn(), location: { replace: vi.fn() } };
  const assign = vi.fn();
  const open = vi.fn(() => (blocked ? null : tab));
  const page = { open, location: { assign, origin: policy.origin } };
  // Navigation uses only these parts of a window.
  return { page: page as unknown as NavigatedWindow, tab, assign, open };
}

describe("browserNavigator", () => {
  it("navigates in this tab", () => {
    const { page, assign, open } = fakeWindow();
    const departure = browserNavigator(page, []).prepare(false);
    expect(assign).not.toHaveBeenCalled();
    expect(departure.go("https://pay.example/")).toBe(true);
    expect(assign).toHaveBeenCalledExactlyOnceWith("https://pay.example/");
    expect(open).not.toHaveBeenCalled();
  });

  it("opens an empty tab without an opener at once, and navigates it later", () => {
    const { page, tab, open, assign } = fakeWindow();
    const departure = browserNavigator(page, []).prepare(true);
    expect(open).toHaveBeenCalledExactlyOnceWith("about:blank", "_blank");
    expect(tab.opener).toBeNull();
    expect(departure.go("https://pay.example/")).toBe(true);
    expect(tab.location.replace).toHaveBeenCalledExactlyOnceWith("https://pay.example/");
    expect(assign).not.toHaveBeenCalled();
  });

  it("closes the empty tab when there is no URL, or no safe one", () => {
    const nowhere = fakeWindow();
    browserNavigator(nowhere.page, []).prepare(true).cancel();
    expect(nowhere.tab.close).toHaveBeenCalledOnce();

    const unsafe = fakeWindow();
    expect(browserNavigator(unsafe.page, []).prepare(true).go("javascript:1")).toBe(false);
    expect(unsafe.tab.close).toHaveBeenCalledOnce();
    expect(unsafe.tab.location.replace).not.toHaveBeenCalled();
  });

  it("refuses an unsafe URL in this tab", () => {
    const { page, assign } = fakeWindow();
    expect(browserNavigator(page, []).prepare(false).go("javascript:1")).toBe(false);
    expect(assign).not.toHaveBeenCalled();
  });

  it.each([
    [false, fakeWindow()],
    [true, fakeWindow(true)],
  ])("has nothing to close without a tab of its own, asked for one: %s", (inNewTab, window) => {
    browserNavigator(window.page, []).prepare(inNewTab).cancel();
    expect(window.tab.close).not.toHaveBeenCalled();
  });

  it("uses this tab when the browser blocked the new one", () => {
    const { page, assign } = fakeWindow(true);
    expect(browserNavigator(page, []).prepare(true).go("https://pay.example/")).toBe(true);
    expect(assign).toHaveBeenCalledOnce();
  });

  it("goes to the host's own backend where it is trusted", () => {
    const { page } = fakeWindow();
    const trusting = browserNavigator(page, policy.trustedOrigins).prepare(false);
    const strict = browserNavigator(page, []).prepare(false);
    expect(trusting.go("http://127.0.0.1:3211/pay/a")).toBe(true);
    expect(strict.go("http://127.0.0.1:3211/pay/a")).toBe(false);
  });
});
