import { render, screen } from "@testing-library/react";
import { getFunctionName } from "convex/server";
import type { FunctionReference } from "convex/server";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ProfileScreen } from "../../../src/community/profile/profile-screen";
import { expectAccessible } from "../../ui/browser";
import { cardOf } from "../cards";

const YUKI = { username: "yuki.tanabe", name: "Yuki Tanabe", bio: "Ink, paper, water." };
const site = vi.hoisted((): Record<"profile" | "mine" | "works", unknown> => ({
  profile: null,
  mine: null,
  works: [],
}));
vi.mock("convex/react", () => ({
  useQuery: (query: FunctionReference<"query">) =>
    getFunctionName(query).endsWith(":mine") ? site.mine : site.profile,
  usePaginatedQuery: () => ({ status: "Exhausted", results: site.works }),
  useMutation: () => ({ withOptimisticUpdate: () => () => Promise.resolve() }),
}));
vi.mock("../../../src/identity/index", () => ({ useIdentity: () => ({ status: "signedOut" }) }));

beforeEach(() => Object.assign(site, { profile: YUKI, mine: null, works: [] }));

describe("ProfileScreen", () => {
  it("hangs an artist's works under their name", async () => {
    site.works = [cardOf("Swell")];
    render(<ProfileScreen username="yuki.tanabe" />);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Yuki Tanabe");
    expect(screen.getByRole("link", { name: "Swell by Yuki Tanabe" })).toBeTruthy();
    await expectAccessible();
  });

  it("asks only the artist to fill an empty wall", () => {
    const { rerender } = render(<ProfileScreen username="yuki.tanabe" />);
    expect(screen.getByRole("heading", { name: "Nothing on this wall yet" })).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Share new work" })).toBeNull();
    site.mine = YUKI;
    rerender(<ProfileScreen username="yuki.tanabe" />);
    expect(screen.getByRole("link", { name: "Share new work" })).toBeTruthy();
  });

  it("says so when nobody has the name", () => {
    site.profile = null;
    render(<ProfileScreen username="nobody" />);
    expect(screen.getByRole("heading", { name: "Nobody here goes by that name" })).toBeTruthy();
  });
});
