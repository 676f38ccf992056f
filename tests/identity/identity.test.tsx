import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { ConvexHttpClient } from "convex/browser";
import { ConvexReactClient } from "convex/react";
import { UnsecuredJWT } from "jose";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  ChangePassword,
  IdentityProvider,
  SignIn,
  SignUp,
  chooseIdentity,
  useIdentity,
} from "../../src/identity/index";

const STORED = "spotlight.refreshToken";
const answer = (n: number) => ({
  data: {
    accessToken: new UnsecuredJWT({ preferred_username: "ada" })
      .setSubject("acct_1")
      .setExpirationTime("15m")
      .encode(),
    refreshToken: `family.${n}`,
  },
  error: null,
});

function Screen() {
  const identity = useIdentity();
  if (identity.status === "loading") return <p>Loading</p>;
  if (identity.status === "signedOut") return <SignIn />;
  return (
    <>
      <p>Signed in as {identity.username}</p>
      <button onClick={() => void identity.signOut()}>Sign out</button>
    </>
  );
}

let client: ConvexReactClient;
beforeEach(() => {
  // jsdom has no locks; one tab needs none.
  Object.assign(navigator, {
    locks: { request: async (_: string, task: () => Promise<unknown>) => await task() },
  });
  // This URL does not respond: the socket stays closed, and the test responds to calls below.
  client = new ConvexReactClient("http://127.0.0.1:1", { logger: false });
});
afterEach(async () => {
  cleanup();
  localStorage.clear();
  await client.close();
});

async function open() {
  const adapter = await chooseIdentity(client, undefined);
  render(
    <IdentityProvider adapter={adapter}>
      <Screen />
    </IdentityProvider>,
  );
  return adapter;
}

describe("a site without a Clerk key", () => {
  it("has its own accounts", async () => {
    expect((await open()).kind).toBe("embedded");
    expect(await screen.findByRole("button", { name: "Sign in" })).toBeTruthy();
  });

  it("signs in, and out again, over HTTP", async () => {
    const action = vi.spyOn(ConvexHttpClient.prototype, "action").mockResolvedValue(answer(1));
    const mutation = vi
      .spyOn(ConvexHttpClient.prototype, "mutation")
      .mockResolvedValue({ data: null, error: null });
    const user = userEvent.setup();
    await open();
    await user.type(await screen.findByLabelText("Username"), "ada");
    await user.type(screen.getByLabelText("Password"), "Tidepool!7{Enter}");
    expect(await screen.findByText("Signed in as ada")).toBeTruthy();
    expect(action.mock.calls[0]?.[1]).toMatchObject({
      ...{ username: "ada", password: "Tidepool!7" },
      device: expect.stringMatching(/^[\w-]{43}$/) as string,
    });
    expect(localStorage.getItem(STORED)).toContain("family.1");
    await user.click(screen.getByRole("button", { name: "Sign out" }));
    expect(await screen.findByRole("button", { name: "Sign in" })).toBeTruthy();
    expect(localStorage.getItem(STORED)).toBeNull();
    expect(mutation).toHaveBeenCalledTimes(1);
  });

  it("returns signed in, and signs out when another tab does", async () => {
    vi.spyOn(ConvexHttpClient.prototype, "action").mockResolvedValue(answer(2));
    localStorage.setItem(STORED, "family.1");
    await open();
    expect(await screen.findByText("Signed in as ada")).toBeTruthy();
    localStorage.removeItem(STORED);
    dispatchEvent(new StorageEvent("storage", { key: STORED }));
    expect(await screen.findByRole("button", { name: "Sign in" })).toBeTruthy();
  });
});

describe("a site with a Clerk key", () => {
  it("leaves accounts to Clerk", async () => {
    const adapter = await chooseIdentity(client, "pk_test_ZXhhbXBsZS5jb20k");
    expect(adapter.kind).toBe("clerk");
  });
});

describe("the forms", () => {
  it.each([
    ["SignIn", SignIn],
    ["SignUp", SignUp],
    ["ChangePassword", ChangePassword],
  ])("%s throws a helpful error without a provider", (_, Form) => {
    vi.spyOn(console, "error").mockReturnValue(undefined);
    expect(() => render(<Form />)).toThrow("Put IdentityProvider around the site");
  });
});
