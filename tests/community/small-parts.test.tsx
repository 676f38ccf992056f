import { act, render, renderHook, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Availability } from "../../src/identity/account-calls";
import { useAvailability } from "../../src/identity/use-availability";
import { AuthLayout } from "../../src/community/auth-layout/auth-layout";
import { worksOfWeek } from "../../src/community/auth-layout/weekly-works";
import { addressOf, readFilters } from "../../src/community/explore/explore-address";
import { fillDays } from "../../src/community/insights/counted-days";
import { ProfileLink } from "../../src/community/profile/profile-head";
import { addressOf as pageOf, tabOf, tabsOf } from "../../src/community/profile/profile-data";
import { WaitingFiles } from "../../src/community/upload/waiting-files";
import { tagsIn } from "../../src/community/work-form/work-metadata";
import { StudioLinks } from "../../src/app/studio-links";
import { deferred } from "../../packages/billing/tests/react/fake-transport";
import { renderAt } from "../app/fake-identity";
import { idOf } from "./cards";
import { fakeConvex } from "./fake-convex";
import { PNG, itemAt } from "./upload/upload-samples";
import { referralPath } from "../../src/community/referrals/referrals-screen";

vi.mock("convex/react", async () => (await import("./fake-convex")).fakeConvex);

beforeEach(() => fakeConvex.reset({}));

describe("availability answers", () => {
  const YES: Availability = { available: true, suggestions: [] };
  const NO: Availability = { available: false, suggestions: ["ada.2"] };
  const asked = new Map<string, ReturnType<typeof deferred<Availability>>>();
  const check = (username: string) => {
    const answer = deferred<Availability>();
    asked.set(username, answer);
    return answer.promise;
  };
  beforeEach(() => {
    asked.clear();
    vi.useFakeTimers();
    return () => void vi.useRealTimers();
  });
  const pause = () => act(() => void vi.advanceTimersByTime(400));
  const answer = async (username: string, found: Availability) =>
    await act(async () => {
      asked.get(username)?.resolve(found);
      await asked.get(username)?.promise;
    });

  it("for an earlier name do not affect the present one, in any order", async () => {
    const { result, rerender, unmount } = renderHook(
      ({ username }) => useAvailability(username, check),
      { initialProps: { username: "ada" } },
    );
    pause();
    rerender({ username: "adam" });
    pause();
    expect([...asked.keys()]).toEqual(["ada", "adam"]);
    await answer("adam", YES);
    await answer("ada", NO);
    expect(result.current).toEqual({ state: "available" });
    rerender({ username: "ada" });
    expect(result.current).toEqual({ state: "checking" });
    pause();
    unmount();
    await answer("ada", NO);
    expect(result.current).toEqual({ state: "checking" });
  });
});

describe("AuthLayout", () => {
  const { tall, wide } = worksOfWeek(Date.now());
  it.each([
    [1023, wide.title],
    [1024, tall.title],
  ])("shows at %i pixels %j", (width, title) => {
    vi.stubGlobal("innerWidth", width);
    renderAt(
      "/sign-in",
      <AuthLayout title="In" other={{ question: "New?", label: "Join", screen: "/sign-up" }}>
        Form
      </AuthLayout>,
    );
    expect(screen.getByText(title)).toBeTruthy();
  });
});

describe("WaitingFiles", () => {
  it("shows the first three ready files, without published or refused ones", () => {
    const at = (url: string | null, status: "ready" | "queued") =>
      itemAt({ status }, { id: url ?? "none", media: { ...PNG, thumbnailUrl: url } });
    const items = [
      itemAt(
        { status: "published", artworkId: idOf("w") },
        { media: { ...PNG, thumbnailUrl: "published" } },
      ),
      itemAt({ status: "refused", message: "" }, { media: { ...PNG, thumbnailUrl: "refused" } }),
      ...[at("a", "ready"), at(null, "ready"), at("b", "queued"), at("c", "ready")],
      at("d", "ready"),
    ];
    const { container } = render(<WaitingFiles items={items} />);
    const shown = [...container.querySelectorAll("img")].map((image) => image.getAttribute("src"));
    expect(shown).toEqual(["a", "b", "c"]);
  });
});

describe("StudioLinks", () => {
  it("says which studio is only an invitation", () => {
    fakeConvex.answers["studios/functions:mine"] = [
      { slug: "ink", name: "Ink", state: "seated", ownRole: "owner" },
      { slug: "oil", name: "Oil", state: "invited", ownRole: null },
    ];
    render(<StudioLinks onLeave={() => undefined} />);
    const links = screen.getAllByRole("link");
    expect(links.map((link) => [link.getAttribute("href"), link.textContent])).toEqual([
      ["/studio/ink", "Ink"],
      ["/studio/oil", "Oilinvited"],
    ]);
  });
});

describe("URLs", () => {
  it.each([
    ["", "/explore"],
    ["q=owl&tag=ink", "/explore?q=owl"],
    ["q=%20&tag=ink", "/explore?tag=ink"],
    ["q=owl%26fox&medium=3d&made=ai_assisted", "/explore?q=owl%26fox&medium=3d&made=ai_assisted"],
    ["medium=Painting&made=hand", "/explore"],
  ])("of a search for %j are %j", (search, address) => {
    expect(addressOf(readFilters(new URLSearchParams(search)))).toBe(address);
  });

  it.each([
    ["drafts", true, "drafts"],
    ["drafts", false, "works"],
    ["collections", false, "collections"],
    ["about", true, "about"],
    ["nonsense", true, "works"],
    [null, true, "works"],
  ])("with the tab %j of a page, own: %s, lead to %s", (text, isMine, tab) => {
    expect(tabOf(text, { isMine })).toBe(tab);
    expect(tabsOf({ isMine }).some(({ id }) => id === "drafts")).toBe(isMine);
  });

  it("of tabs and codes are complete", () => {
    expect([pageOf("ada", "works"), pageOf("ada", "about")]).toEqual([
      "/u/ada",
      "/u/ada?tab=about",
    ]);
    expect(referralPath("A&B")).toBe("/settings/referrals?code=A%26B");
  });

  it.each([
    ["https://www.yuki.art/", "yuki.art"],
    ["https://yuki.art/www./", "yuki.art/www."],
    ["https://yuki.art/a", "yuki.art/a"],
  ])("of artists, typed as %s, are read as %s", (link, text) => {
    render(<ProfileLink link={link} />);
    expect(screen.getByRole("link").textContent).toBe(text);
  });
});

describe("tagsIn", () => {
  it.each([
    ["", []],
    [" , ,", []],
    ["sea, ink,", ["sea", " ink"]],
  ])("returns for %j %j", (text, tags) => {
    expect(tagsIn(text)).toEqual(tags);
  });
});

describe("fillDays", () => {
  const day = (at: number) => ({ day: at, views: 1, likes: 2, comments: 3, follows: 4 });
  it("ends with the last day, and is as long as the window", () => {
    const days = fillDays({ until: 20, days: [day(18), day(20), day(2)] }, 3);
    expect(days).toEqual([
      day(18),
      { day: 19, views: 0, likes: 0, comments: 0, follows: 0 },
      day(20),
    ]);
    expect(fillDays({ until: null, days: [] }, 3)).toEqual([]);
  });
});
