import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { LikeButton } from "../../../src/community/grid/like-button";
import { fail, failTooMany } from "../../../packages/billing/src/contract/errors";
import { deferred } from "../../../packages/billing/tests/react/fake-transport";
import { openToastArea } from "../../shared/toast-page";
import { cardOf } from "../cards";
import { fakeConvex } from "../fake-convex";

const site = vi.hoisted(() => ({ status: "signedIn" }));
vi.mock("convex/react", async () => (await import("../fake-convex")).fakeConvex);
vi.mock("../../../src/identity/index", () => ({ useIdentity: () => site }));

const work = cardOf("Swell", { likes: 2 });
const heart = (likes: number) =>
  screen.getByRole("button", { name: `Like Swell, ${likes} so far` });

beforeEach(() => {
  site.status = "signedIn";
  fakeConvex.reset({});
  vi.stubGlobal("requestAnimationFrame", (draw: () => void) => setTimeout(draw));
});

describe("LikeButton", () => {
  it("fills its heart before the server answers, and empties it after a refusal", async () => {
    const refusal = deferred<ReturnType<typeof fail>>();
    fakeConvex.answers["likes:set"] = () => refusal.promise;
    render(<LikeButton artwork={work} />);
    await userEvent.click(heart(2));
    expect(heart(3).getAttribute("aria-pressed")).toBe("true");
    await waitFor(() =>
      expect(fakeConvex.calls).toEqual([["likes:set", { artworkId: work.id, liked: true }]]),
    );
    refusal.resolve(fail("rate_limit_exceeded", "Too many"));
    await waitFor(() => expect(heart(2).getAttribute("aria-pressed")).toBe("false"));
  });

  it("counts down to the next allowed click after too many", async () => {
    openToastArea();
    fakeConvex.answers["likes:set"] = failTooMany(12_000);
    render(<LikeButton artwork={work} />);
    await userEvent.click(heart(2));
    expect(await screen.findByText("Too many requests")).toBeTruthy();
    expect(screen.getByText("Try again in 12 s.")).toBeTruthy();
  });

  it("sends a visitor to sign-in, with an empty heart", async () => {
    site.status = "signedOut";
    render(<LikeButton artwork={work} />);
    await userEvent.click(heart(2));
    expect(heart(2)).toBeTruthy();
    await waitFor(() => expect(window.location.pathname).toBe("/sign-in"));
    expect(fakeConvex.calls).toEqual([]);
    window.history.replaceState(null, "", "/");
  });
});
