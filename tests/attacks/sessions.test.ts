import { describe, expect, it, onTestFinished, vi } from "vitest";
import { Wire } from "../local/server/wire";
import { Attacker, PASSWORD, refusalOf, site } from "./attacker";

describe("the token of an ended session", () => {
  const enter = async (prefix: string) => {
    const username = `${prefix}-${String(process.pid)}`;
    const { value } = await new Attacker().action("accounts/credentials:signUp", {
      ...{ username, password: PASSWORD },
    });
    const { data } = value as { data: { accessToken: string; refreshToken: string } };
    const person = new Attacker(data.accessToken);
    await person.mutation("community/profiles/functions:ensure");
    return { username, person, refreshToken: data.refreshToken };
  };
  const isRefused = async (person: Attacker) => {
    const file = { mediaType: "image/png", bytes: 100 };
    const answers = [
      await person.mutation("community/uploads/functions:begin", file),
      await person.action("billing:attach", { productId: "welcome_credits" }),
      await person.action("billing:createCustomer"),
    ];
    return answers.map((answer) => {
      const { data = null } = (answer.value ?? {}) as { data?: unknown };
      return refusalOf(answer) !== null && data === null;
    });
  };

  it("does nothing after sign-out", async () => {
    const { person, refreshToken } = await enter("out");
    await person.mutation("accounts/sessions:signOut", { refreshToken });
    expect(await isRefused(person)).toEqual([true, true, true]);
  });

  it("does nothing after the account is deleted, and creates no customer", async () => {
    const { person } = await enter("gone");
    const gone = await person.action("community/accountDeletion:removeAccount", {
      confirmation: { currentPassword: PASSWORD },
    });
    expect(refusalOf(gone)).toBeNull();
    expect(await isRefused(person)).toEqual([true, true, true]);
  });
});

describe("an open socket of a browser that another one signs out", () => {
  const credentials = (name: string) => ({
    username: `${name}-${String(process.pid)}`,
    password: PASSWORD,
  });
  const tokenOf = async (path: string, args: ReturnType<typeof credentials>) => {
    const { value } = await new Attacker().action(path, args);
    return (value as { data: { accessToken: string } }).data.accessToken;
  };
  /** Queries whose values differ between their owner and a visitor. */
  const PRIVATE = [
    "accounts/profile:me",
    "accounts/sessionList:list",
    "accounts/profile:standing",
    "community/profiles/functions:mine",
    "community/dataExports/functions:mine",
  ];
  /** Subscribes to them, and waits for the first value of each. */
  const watch = async (token: string | null) => {
    const wire = await Wire.open(site.functionsUrl, crypto.randomUUID());
    onTestFinished(() => wire.close());
    if (token !== null) wire.signIn(token);
    PRIVATE.forEach((path, id) => wire.watch(id, path));
    await Promise.all(PRIVATE.map((_, id) => wire.news(id)));
    return wire;
  };
  const seenBy = (wire: Wire) => PRIVATE.map((_, id) => wire.values(id).at(-1));

  it.each([
    ["there", "accounts/sessionList:end"],
    ["everywhere else", "accounts/sessionList:endOthers"],
  ])("%s has a visitor's answers, and the other browser keeps its own", async (name, path) => {
    const who = credentials(name.slice(0, 5));
    const other = await watch(await tokenOf("accounts/credentials:signUp", who));
    const home = new Attacker(await tokenOf("accounts/credentials:signIn", who));
    await home.mutation("community/profiles/functions:ensure");
    await home.mutation("community/dataExports/functions:start");
    await vi.waitFor(() => expect(seenBy(other)).not.toContain(null));

    const listed = await home.query("accounts/sessionList:list");
    const sessions = listed.value as { id: string; isCurrent: boolean }[];
    const { id } = sessions.find(({ isCurrent }) => !isCurrent) ?? { id: "" };
    await home.mutation(path, path.endsWith("end") ? { id } : {});
    const visitor = seenBy(await watch(null));
    visitor[PRIVATE.indexOf("accounts/profile:standing")] = { state: "ended" };
    await vi.waitFor(() => expect(seenBy(other)).toEqual(visitor), { timeout: 5_000 });

    // Later changes do not reach it either.
    const known = other.heard.length;
    await home.mutation("community/dataExports/functions:remove");
    await vi.waitFor(async () => {
      const { value } = await home.query("community/dataExports/functions:mine");
      expect(value).toBeNull();
    });
    const write = await other.mutate("community/dataExports/functions:start");
    expect(write).toMatchObject({ success: true, result: { data: null } });
    const news = other.heard.slice(known).filter(({ type }) => type === "Transition");
    expect(JSON.stringify(news)).not.toContain("QueryUpdated");
    expect(await home.query("accounts/profile:me")).toMatchObject({
      value: { username: who.username },
    });
  });
});
