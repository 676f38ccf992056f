import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { LikeButton } from "../../../src/community/wall/like-button";
import { cardOf } from "../cards";

const site = vi.hoisted(() => ({ status: "signedIn", set: vi.fn() }));
vi.mock("convex/react", () => ({
  useMutation: () => ({ withOptimisticUpdate: () => site.set }),
}));
vi.mock("../../../src/identity/index", () => ({ useIdentity: () => ({ status: site.status }) }));

const work = cardOf("Swell", { likes: 2 });
const heart = (likes: number) =>
  screen.getByRole("button", { name: `Like Swell, ${likes} so far` });

beforeEach(() => {
  site.status = "signedIn";
  site.set.mockReset();
  vi.stubGlobal("requestAnimationFrame", (draw: () => void) => setTimeout(draw));
});

describe("LikeButton", () => {
  it("fills its heart before anybody is asked, and empties it when that is refused", async () => {
    let refuse = () => {};
    site.set.mockReturnValue(
      new Promise((answer) => (refuse = () => answer({ error: { code: "rate_limited" } }))),
    );
    render(<LikeButton artwork={work} />);
    await userEvent.click(heart(2));
    expect(heart(3).getAttribute("aria-pressed")).toBe("true");
    await waitFor(() => expect(site.set).toHaveBeenCalledWith({ artworkId: work.id, liked: true }));
    refuse();
    await waitFor(() => expect(heart(2).getAttribute("aria-pressed")).toBe("false"));
  });

  it("leads a stranger to the way in, with an empty heart", async () => {
    site.status = "signedOut";
    render(<LikeButton artwork={work} />);
    await userEvent.click(heart(2));
    expect(heart(2)).toBeTruthy();
    await waitFor(() => expect(window.location.pathname).toBe("/sign-in"));
    expect(site.set).not.toHaveBeenCalled();
    window.history.replaceState(null, "", "/");
  });
});
