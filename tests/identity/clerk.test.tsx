import { render, renderHook, screen } from "@testing-library/react";
import { ConvexReactClient } from "convex/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { clerkIdentity } from "../../src/identity/clerk";

interface Clerk {
  auth: Record<string, unknown>;
  user: Record<string, unknown>;
}

const clerk = vi.hoisted((): Clerk => ({ auth: {}, user: {} }));

interface ConvexAuth {
  isLoading: boolean;
  isAuthenticated: boolean;
  fetchAccessToken: (options: { forceRefreshToken: boolean }) => Promise<string | null>;
}
/** The auth states that Convex received, in order of rendering. */
const told: ConvexAuth[] = [];

vi.mock("@clerk/clerk-react", () => ({
  ClerkProvider: ({
    publishableKey,
    children,
  }: {
    publishableKey: string;
    children: ReactNode;
  }) => <div data-testid={publishableKey}>{children}</div>,
  SignIn: ({ routing }: { routing: string }) => <p>Clerk signs in, {routing}</p>,
  SignUp: ({ routing }: { routing: string }) => <p>Clerk signs up, {routing}</p>,
  useAuth: () => clerk.auth,
  useUser: () => clerk.user,
}));
vi.mock("convex/react", async (original) => ({
  ...(await original<object>()),
  ConvexProviderWithAuth: ({
    useAuth,
    children,
  }: {
    useAuth: () => ConvexAuth;
    children: ReactNode;
  }) => {
    told.push(useAuth());
    return children;
  },
}));

const ADA = {
  ...{ id: "user_1", username: "ada", fullName: "Ada Lovelace", imageUrl: "https://img/ada" },
  primaryEmailAddress: { emailAddress: "ada@example.com" },
};
const getToken = vi.fn<(options: object) => Promise<string | null>>();
const signOut = vi.fn(async () => await Promise.resolve());

let client: ConvexReactClient;
beforeEach(() => {
  told.length = 0;
  getToken.mockReset().mockResolvedValue("token");
  signOut.mockClear();
  session("sess_1");
  clerk.user = { isLoaded: true, user: ADA };
  client = new ConvexReactClient("http://127.0.0.1:1", { logger: false });
});
afterEach(async () => await client.close());

function session(sessionId: string | null, sessionClaims: object | null = { aud: "convex" }) {
  const isSignedIn = sessionId !== null;
  clerk.auth = { isLoaded: true, isSignedIn, sessionId, sessionClaims, getToken, signOut };
}

function open() {
  const { Provider } = clerkIdentity(client, "pk_test_1");
  const drawn = render(<Provider>inside</Provider>);
  const redraw = () => drawn.rerender(<Provider>inside</Provider>);
  const last = () => told.at(-1) ?? expect.unreachable();
  return { redraw, last };
}

const FRESH = { forceRefreshToken: true };
const CACHED = { forceRefreshToken: false };

describe("Clerk's token for Convex", () => {
  it.each([
    ["its own, where its audience is Convex", { aud: "convex" }, {}],
    ["the template's, where it is not", { aud: "elsewhere" }, { template: "convex" }],
    ["the template's, where the audience is missing", {}, { template: "convex" }],
    ["the template's, where there are no claims", null, { template: "convex" }],
  ])("is %s", async (_, claims, asked) => {
    session("sess_1", claims);
    const { last } = open();
    expect(await last().fetchAccessToken(CACHED)).toBe("token");
    expect(await last().fetchAccessToken(FRESH)).toBe("token");
    expect(getToken.mock.calls).toEqual([
      [{ ...asked, skipCache: false }],
      [{ ...asked, skipCache: true }],
    ]);
  });

  it("is chosen by the claims at the time of the call", async () => {
    session("sess_1", {});
    const { redraw, last } = open();
    const { fetchAccessToken } = last();
    session("sess_1");
    redraw();
    await fetchAccessToken(CACHED);
    expect(getToken).toHaveBeenCalledExactlyOnceWith({ skipCache: false });
  });

  it.each([["sess_2"], [null]])("is null once the session is %s", async (next) => {
    const { redraw, last } = open();
    const { fetchAccessToken } = last();
    session(next);
    redraw();
    expect(await fetchAccessToken(FRESH)).toBeNull();
    expect(getToken).not.toHaveBeenCalled();
    expect(last().fetchAccessToken).not.toBe(fetchAccessToken);
  });

  it("is read by one function as long as the session lasts", () => {
    const { redraw, last } = open();
    const { fetchAccessToken } = last();
    session("sess_1");
    redraw();
    expect(last().fetchAccessToken).toBe(fetchAccessToken);
  });

  it("is Clerk's cached one when the network fails, or none", async () => {
    session("sess_1", {});
    getToken.mockRejectedValueOnce(new Error("offline")).mockResolvedValueOnce("kept");
    const { last } = open();
    expect(await last().fetchAccessToken(FRESH)).toBe("kept");
    expect(getToken).toHaveBeenLastCalledWith({ template: "convex" });
    getToken.mockRejectedValue(new Error("offline"));
    expect(await last().fetchAccessToken(FRESH)).toBeNull();
  });

  it.each([
    [{ isLoaded: false, isSignedIn: undefined }, true, false],
    [{ isLoaded: true, isSignedIn: false }, false, false],
    [{ isLoaded: true, isSignedIn: true }, false, true],
  ])("waits for %j: loading %s, signed in %s", (auth, isLoading, isAuthenticated) => {
    Object.assign(clerk.auth, auth);
    expect(open().last()).toMatchObject({ isLoading, isAuthenticated });
  });
});

describe("Clerk's identity", () => {
  const identity = () =>
    renderHook(() => clerkIdentity(client, "pk_test_1").useIdentity()).result.current;
  const isThere = { status: "signedIn", subject: "user_1", imageUrl: "https://img/ada" };

  it.each([
    ["unknown yet", { isLoaded: false, user: undefined }, { status: "loading" }],
    ["nobody", { isLoaded: true, user: null }, { status: "signedOut" }],
    [
      "complete for a user with all fields",
      { isLoaded: true, user: ADA },
      { ...isThere, username: "ada", name: "Ada Lovelace", email: "ada@example.com" },
    ],
    [
      "the id for a user without a name",
      {
        isLoaded: true,
        user: { ...ADA, username: null, fullName: null, primaryEmailAddress: null },
      },
      { ...isThere, username: "user_1" },
    ],
  ])("is %s", (_, user, expected) => {
    clerk.user = user;
    const { signOut: leave, ...rest } = identity();
    expect(rest).toEqual(expected);
    expect(leave).toBeTypeOf("function");
  });

  it("signs out through Clerk, and is the same object while nothing changes", async () => {
    const { useIdentity } = clerkIdentity(client, "pk_test_1");
    const { result, rerender } = renderHook(() => useIdentity());
    const before = result.current;
    rerender();
    expect(result.current).toBe(before);
    await before.signOut();
    expect(signOut).toHaveBeenCalledExactlyOnceWith();
  });
});

describe("Clerk's forms", () => {
  it("replace the site's own", () => {
    const { Provider, SignIn, SignUp, ChangePassword } = clerkIdentity(client, "pk_test_1");
    render(
      <Provider>
        <SignIn />
        <SignUp />
        <ChangePassword />
      </Provider>,
    );
    const within = screen.getByTestId("pk_test_1").textContent;
    expect(within).toContain("Clerk signs in, hash");
    expect(within).toContain("Clerk signs up, hash");
    expect(within).toContain("Your password is managed by Clerk");
  });
});
