import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ArtworkScreen } from "../../../src/community/artwork/artwork-screen";
import { expectAccessible } from "../../ui/browser";
import { cardOf } from "../cards";

const site = vi.hoisted((): { found: unknown } => ({ found: undefined }));
vi.mock("convex/react", () => ({
  useQuery: () => site.found,
  useMutation: () =>
    Object.assign(() => Promise.resolve({ error: null }), {
      withOptimisticUpdate: () => () => Promise.resolve(),
    }),
}));
vi.mock("../../../src/identity/index", () => ({ useIdentity: () => ({ status: "signedOut" }) }));

beforeEach(() => {
  localStorage.clear();
  window.history.replaceState(null, "", "/a/swell");
  site.found = { artwork: cardOf("Swell"), mine: false, newer: "luna", older: null };
});

describe("ArtworkScreen", () => {
  it("shows the picture whole, with its label", async () => {
    render(<ArtworkScreen id="swell" />);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Swell");
    expect(screen.getByRole("img", { name: "What Swell shows" })).toBeTruthy();
    expect(screen.getByText("300 × 400")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Take it down" })).toBeNull();
    await expectAccessible();
  });

  it.each([
    ["k", "/a/luna"],
    ["{ArrowLeft}", "/a/luna"],
    ["j", "/a/swell"],
    ["{Escape}", "/"],
  ])("goes where the key %s says, and nowhere past the end of the wall", async (key, path) => {
    render(<ArtworkScreen id="swell" />);
    await userEvent.keyboard(key);
    expect(window.location.pathname).toBe(path);
  });

  it("remembers the wall that was chosen", async () => {
    const { unmount } = render(<ArtworkScreen id="swell" />);
    await userEvent.click(screen.getByRole("button", { name: "White wall" }));
    unmount();
    render(<ArtworkScreen id="swell" />);
    expect(screen.getByRole("button", { name: "White wall" }).ariaPressed).toBe("true");
  });

  it("says so when nothing hangs there", async () => {
    site.found = null;
    render(<ArtworkScreen id="gone" />);
    expect(screen.getByRole("heading", { name: "Nothing hangs here" })).toBeTruthy();
    await expectAccessible();
  });
});
