import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { ConvexError } from "convex/values";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Backend } from "../../../packages/convex-local/src/main";
import type { Page } from "./fixture";
import { eventually, makeIssuer, makeProject, startFixture, messages } from "./fixture";

const project = makeProject();
const issuer = await makeIssuer();
const clients: ConvexClient[] = [];
let backend: Backend;

beforeAll(async () => {
  backend = await startFixture(project, issuer.jwks);
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});
afterAll(async () => {
  await backend.close();
  project.remove();
});

const bodiesOf = ({ page }: Page) => page.map(({ body }) => body);

function connect(): ConvexClient {
  const client = new ConvexClient(backend.url, { logger: false });
  clients.push(client);
  return client;
}

const watch = (client: ConvexClient, channel: string, until: (bodies: string[]) => boolean) =>
  eventually<string[]>(
    (onValue, onError) => client.onUpdate(messages.list, { channel }, onValue, onError),
    until,
  );

describe("a WebSocket client", () => {
  it("sees its own write and another's, because queries are live", async () => {
    const [ada, ben] = [connect(), connect()];
    const both = [ada, ben].map((client) => watch(client, "live", (all) => all.length === 2));
    expect(await ada.mutation(messages.send, { channel: "live", body: "one" })).toBe(3);
    expect(await ada.query(messages.list, { channel: "live" })).toEqual(["one"]);
    await ben.mutation(messages.send, { channel: "live", body: "two" });
    expect(await Promise.all(both)).toEqual([
      ["one", "two"],
      ["one", "two"],
    ]);
  });

  it("shows an optimistic update until the write has arrived", async () => {
    const client = connect();
    const seen: string[][] = [];
    client.onUpdate(messages.list, { channel: "hope" }, (bodies: string[]) => seen.push(bodies));
    await watch(client, "hope", (bodies) => bodies.length === 0);
    const channel = "hope";
    await client.mutation(
      messages.send,
      { channel, body: "real" },
      { optimisticUpdate: (store) => store.setQuery(messages.list, { channel }, ["guess"]) },
    );
    expect(seen).toEqual([[], ["guess"], ["real"]]);
  });

  it("runs actions, which call mutations and queries", async () => {
    const answer = await connect().action(messages.relay, { channel: "relay", body: "hi" });
    expect(answer).toEqual(["hi"]);
  });

  it("gets a ConvexError's data, and the failed mutation leaves nothing", async () => {
    const client = connect();
    const failure = client.mutation(messages.refuse, { channel: "refused" });
    await expect(failure).rejects.toBeInstanceOf(ConvexError);
    await expect(failure).rejects.toMatchObject({ data: { code: "refused", channel: "refused" } });
    expect(await client.query(messages.list, { channel: "refused" })).toEqual([]);
  });

  it("gets the error of a failing query", async () => {
    const failed = eventually((onValue, onError) =>
      connect().onUpdate(messages.broken, {}, onValue, onError),
    );
    await expect(failed).rejects.toMatchObject({ data: "broken" });
  });

  it("is refused wrong arguments, internal functions and missing ones", async () => {
    const client = connect();
    const wrong = client.query(messages.list, { channel: 1 });
    await expect(wrong).rejects.toThrow("ArgumentValidationError");
    const internal = client.mutation(messages.seed, { channel: "a", body: "b" });
    await expect(internal).rejects.toThrow("Could not find public function for 'messages:seed'");
    const missing = client.query(messages.nothing, {});
    await expect(missing).rejects.toThrow("Could not find public function for 'messages:nothing'");
  });

  it("receives an answer too large for one frame whole", async () => {
    const text = await connect().query(messages.large, {});
    expect(text).toBe("🙂".repeat(3_000_000));
  });

  it("has a fixed page end when a row before it is deleted, so that live pages never overlap", async () => {
    const client = connect();
    const channel = "pages";
    for (const body of ["a", "b", "c"]) {
      await client.mutation(messages.send, { channel, body });
    }
    const paginationOpts = { numItems: 2, cursor: null };
    const shrunk = eventually<Page>(
      (onValue) => client.onUpdate(messages.page, { channel, paginationOpts }, onValue),
      ({ page }) => page.length < 2,
    );
    const first = await client.query(messages.page, { channel, paginationOpts });
    const rest = { numItems: 2, cursor: first.continueCursor };
    const second = await client.query(messages.page, { channel, paginationOpts: rest });
    expect([bodiesOf(first), bodiesOf(second)]).toEqual([["a", "b"], ["c"]]);
    await client.mutation(messages.removeFirst, { channel });
    expect(bodiesOf(await shrunk)).toEqual(["b"]);
  });

  it("sees what a cron writes", async () => {
    const ticks = await watch(connect(), "crons", (bodies) => bodies.length > 0);
    expect(ticks[0]).toBe("tick");
  });
});

describe("identity", () => {
  it("reaches functions with the token's claims, and is removed by sign-out", async () => {
    const client = connect();
    const token = await issuer.sign("ada", { given_name: "Ada", org: { role: "admin" } });
    client.setAuth(() => Promise.resolve(token));
    const me = await eventually<Record<string, unknown> | null>(
      (onValue) => client.onUpdate(messages.me, {}, onValue),
      (identity) => identity !== null,
    );
    expect(me).toMatchObject({
      subject: "ada",
      tokenIdentifier: "https://accounts.test|ada",
      given_name: "Ada",
      "org.role": "admin",
    });
    client.client.clearAuth();
    const gone = eventually<unknown>(
      (onValue) => client.onUpdate(messages.me, {}, onValue),
      (identity) => identity === null,
    );
    expect(await gone).toBeNull();
  });

  it("requests a new token before the old one expires", async () => {
    const client = connect();
    const refreshes: boolean[] = [];
    client.setAuth(async ({ forceRefreshToken }) => {
      refreshes.push(forceRefreshToken);
      return issuer.sign("ada", { n: refreshes.length }, "12s");
    });
    await eventually<Record<string, unknown> | null>(
      (onValue) => client.onUpdate(messages.me, {}, onValue),
      (identity) => Number(identity?.["n"]) >= 3,
    );
    expect(refreshes.slice(0, 3)).toEqual([false, true, true]);
  }, 15_000);

  it("is lost when the signature is forged", async () => {
    const impostor = await makeIssuer();
    const client = connect();
    const states: boolean[] = [];
    const settled = new Promise<boolean>((resolve) => {
      client.setAuth(
        () => impostor.sign("ada"),
        (isSignedIn) => {
          states.push(isSignedIn);
          resolve(isSignedIn);
        },
      );
    });
    expect(await settled).toBe(false);
    expect(await client.query(messages.me, {})).toBeNull();
  });
});

describe("an HTTP client", () => {
  it("runs queries, mutations and actions", async () => {
    const client = new ConvexHttpClient(backend.url, { logger: false });
    const channel = "http";
    await client.mutation(messages.send, { channel, body: "one" });
    await client.action(messages.relay, { channel, body: "two" });
    expect(await client.query(messages.list, { channel })).toEqual(["one", "two"]);
    await expect(client.query(messages.broken, {})).rejects.toMatchObject({ data: "broken" });
  });

  it("sends a token, and an invalid one is refused by name", async () => {
    const client = new ConvexHttpClient(backend.url, { logger: false });
    client.setAuth(await issuer.sign("ben"));
    expect(await client.query(messages.me, {})).toMatchObject({ subject: "ben" });
    client.setAuth(await (await makeIssuer()).sign("ben"));
    await expect(client.query(messages.me, {})).rejects.toThrow("InvalidAuthHeader");
  });

  it("reaches internal functions with the admin key alone", async () => {
    const args = { channel: "admin", body: "in" };
    const call = (headers: HeadersInit) =>
      fetch(`${backend.url}/api/function`, {
        method: "POST",
        headers,
        body: JSON.stringify({ path: "messages:seed", args }),
      });
    expect(
      await (await call({ Authorization: `Convex ${backend.adminKey}` })).json(),
    ).toMatchObject({
      status: "success",
      value: 2,
    });
    expect(await (await call({})).json()).toMatchObject({ status: "error" });
    expect((await call({ Authorization: "Convex wrong" })).status).toBe(401);
    expect(await backend.run("messages:seed", args)).toBe(2);
  });
});
