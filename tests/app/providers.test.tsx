import { act, render, renderHook, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ok } from "../../packages/billing/src/contract/errors";
import { Dialog, DialogTitle } from "../../packages/ui/src/dialog";
import { Providers } from "../../src/app/providers";
import type { Deployment } from "../../src/app/providers";
import { useOwnProfile } from "../../src/shared/use-own-profile";
import type { BillingProviderProps } from "../../packages/billing/src/react";
import type { Identity, IdentityAdapter } from "../../src/identity";
import { fakeConvex } from "../community/fake-convex";
import { api } from "../../convex/_generated/api";
import { GERMAN } from "../../src/language/de/german";
import { showTranslation } from "../../src/language/translation";
import { useUnread } from "../../src/app/site";

const shell = vi.hoisted(() => ({
  billing: [] as BillingProviderProps[],
  identity: { status: "signedOut" } as Identity,
  dismissToast: vi.fn(),
}));
vi.mock("convex/react", async () => (await import("../community/fake-convex")).fakeConvex);
vi.mock("../../packages/billing/src/react", async (importOriginal) => ({
  ...(await importOriginal<object>()),
  BillingProvider: (props: BillingProviderProps & { children: ReactNode }) => {
    shell.billing.push(props);
    return props.children;
  },
}));
vi.mock("../../src/app/preloaded-client", () => ({ preloadedClient: () => ({}) }));
vi.mock("../../src/shared/toasts", () => ({
  dismissToast: shell.dismissToast,
  showToast: vi.fn(),
}));

const adapter: IdentityAdapter = {
  kind: "embedded",
  Provider: ({ children }) => children,
  useIdentity: () => ({ ...shell.identity, signOut: () => Promise.resolve() }),
  SignIn: () => null,
  SignUp: () => null,
  ChangePassword: () => null,
};
// No test here queries the client.
const convex = {} as Deployment["convex"];
const deployment: Deployment = {
  ...{ convex, identity: adapter, products: undefined },
  httpUrl: "https://bold-crow-1.convex.site",
};
const as = (subject: string): Identity => ({ status: "signedIn", subject, username: subject });
const site = () => <Providers deployment={deployment}>Here</Providers>;
const keyNow = () => shell.billing.at(-1)?.identityKey;

beforeEach(() => {
  shell.billing = [];
  shell.dismissToast.mockReset();
  shell.identity = { status: "signedOut" };
  fakeConvex.reset({});
});

describe("Providers", () => {
  it.each([
    ["the identity is loading", { status: "loading" }, false, false, undefined],
    ["the deployment is authenticating", as("ines"), true, false, undefined],
    ["there is no identity", { status: "signedOut" }, false, false, null],
    ["the deployment does not know the identity", as("ines"), false, false, null],
    ["the identity is known", as("ines"), false, true, "ines"],
    ["the user has just signed out", { status: "signedOut" }, false, true, null],
  ] as const)("tell billing the identity: %s", (_who, identity, isLoading, isKnown, key) => {
    shell.identity = identity;
    Object.assign(fakeConvex, { isLoading, isAuthenticated: isKnown });
    render(site());
    expect(keyNow()).toBe(key);
    expect(screen.getByText("Here")).toBeTruthy();
  });

  it("trust the deployment's own URLs, and confirm every purchase", () => {
    render(site());
    expect(shell.billing[0]).toMatchObject({
      backendUrl: "https://bold-crow-1.convex.site#en",
      trustedOrigins: ["https://bold-crow-1.convex.site"],
      alwaysConfirm: true,
    });
  });

  it("translate what billing answers, and never show it in another language", async () => {
    const action = vi.fn(() => Promise.resolve({ secondary_text: "per month" }));
    const inUse = { ...deployment, convex: { action } as unknown as Deployment["convex"] };
    const products = { list: [{ display: { description: "Credits that last a year." } }] };
    const ask = () => shell.billing.at(-1)?.convex?.action(api.billing.listProducts, {});
    const shop = { ...inUse, products } as unknown as Deployment;
    const { rerender } = render(<Providers deployment={shop}>Here</Providers>);
    expect(await ask()).toEqual({ secondary_text: "per month" });
    expect(shell.billing.at(-1)?.visitorProducts).toBe(products);
    act(() => showTranslation(GERMAN));
    expect(await ask()).toEqual({ secondary_text: "pro Monat" });
    expect(shell.billing.at(-1)).toMatchObject({
      backendUrl: "https://bold-crow-1.convex.site#de",
      visitorProducts: { list: [{ display: { description: "Credits, die ein Jahr gelten." } }] },
    });
    expect(shell.billing.at(-1)?.convex).toBe(shell.billing[0]?.convex);
    // The same object each time; otherwise everything that uses billing would re-render.
    const inGerman = shell.billing.at(-1)?.visitorProducts;
    rerender(<Providers deployment={shop}>Here</Providers>);
    expect(shell.billing.at(-1)?.visitorProducts).toBe(inGerman);
    act(() => showTranslation(null));
  });

  it("name what closes a dialog in the language of the site", async () => {
    render(
      <Providers deployment={deployment}>
        <Dialog open onOpenChange={vi.fn()} slot="some-dialog">
          <DialogTitle>Here</DialogTitle>
        </Dialog>
      </Providers>,
    );
    expect(await screen.findByRole("button", { name: "Close" })).toBeTruthy();
    act(() => showTranslation(GERMAN));
    expect(screen.getByRole("button", { name: "Schließen" })).toBeTruthy();
    act(() => showTranslation(null));
  });

  it("remove messages when the user changes, but not at the first sign-in", () => {
    fakeConvex.isAuthenticated = true;
    const { rerender } = render(site());
    shell.identity = as("ines");
    rerender(site());
    expect(shell.dismissToast).not.toHaveBeenCalled();
    rerender(site());
    expect(shell.dismissToast).not.toHaveBeenCalled();
    shell.identity = as("ben");
    rerender(site());
    expect(shell.dismissToast).toHaveBeenCalledTimes(1);
    shell.identity = { status: "signedOut" };
    rerender(site());
    expect(shell.dismissToast).toHaveBeenCalledTimes(2);
  });
});

describe("useOwnProfile", () => {
  const INES = { username: "ines.2", name: "Inês", bio: "" };
  const ownProfile = () =>
    renderHook(() => useOwnProfile(), {
      wrapper: ({ children }) => <Providers deployment={deployment}>{children}</Providers>,
    });
  beforeEach(() => {
    fakeConvex.answers["profiles/functions:ensure"] = ok(INES);
  });

  it.each([
    ["for a visitor", { status: "signedOut" }, undefined, null],
    ["while the profile loads", as("ines"), undefined, { page: "/u/ines", name: "ines" }],
    [
      "once it has loaded, with another name",
      as("ines"),
      { ...INES, avatarUrl: null },
      { page: "/u/ines.2", name: "Inês" },
    ],
    [
      "with the picture that was set",
      as("ines"),
      { ...INES, avatarUrl: "/files/1" },
      { page: "/u/ines.2", name: "Inês", imageUrl: "/files/1" },
    ],
  ] as const)("is, %s: %j", (_when, identity, profile, expected) => {
    shell.identity = identity;
    fakeConvex.answers["profiles/functions:mine"] = profile;
    expect(ownProfile().result.current).toEqual(expected);
    expect(fakeConvex.calls).toEqual([]);
  });

  it("creates the profile on the first visit, once", () => {
    shell.identity = as("ines");
    fakeConvex.answers["profiles/functions:mine"] = null;
    const { rerender } = ownProfile();
    rerender();
    expect(fakeConvex.argsOf("profiles/functions:ensure")).toHaveLength(1);
  });

  it("creates no profile for a visitor", () => {
    fakeConvex.isAuthenticated = false;
    fakeConvex.answers["profiles/functions:mine"] = null;
    ownProfile();
    expect([fakeConvex.asked.has("profiles/functions:mine"), fakeConvex.calls]).toEqual([
      false,
      [],
    ]);
  });
});

describe("useUnread", () => {
  it.each([
    [undefined, 0],
    [3, 3],
  ])("of %j is %i", (unread, expected) => {
    fakeConvex.answers["notifications/functions:unread"] = unread;
    expect(renderHook(() => useUnread()).result.current).toBe(expected);
  });
});
