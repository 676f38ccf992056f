import { describe, expect, it } from "vitest";
import { previousAddress } from "../../../src/shared/last-navigation";
import { viewSourceOf } from "../../../src/community/artwork/view-source";

describe("viewSourceOf", () => {
  it.each([
    [null, "link"],
    ["/", "feed"],
    ["/?x=1", "feed"],
    ["/explore", "explore"],
    ["/explore?tag=sea", "explore"],
    ["/explore?q=plums", "search"],
    ["/u/ada?tab=about", "profile"],
    ["/collections/1", "site"],
    ["/notifications", "site"],
    ["/a/2", "search"],
  ] as const)("after %s is %s", (previous, source) => {
    expect(viewSourceOf(previous, "search")).toBe(source);
  });
});

describe("previousAddress", () => {
  it("is the page before, also when the address is replaced; the same page does not count", () => {
    expect(previousAddress()).toBeNull();
    const move = (path: string, event: "pushState" | "replaceState") => {
      history[event](null, "", path);
      window.dispatchEvent(new Event(event));
    };
    move("/explore?q=x", "pushState");
    move("/a/1", "pushState");
    expect(previousAddress()).toBe("/explore?q=x");
    move("/a/1", "replaceState");
    expect(previousAddress()).toBe("/explore?q=x");
    move("/a/2", "replaceState");
    expect(previousAddress()).toBe("/a/1");
    history.replaceState(null, "", "/");
  });
});
