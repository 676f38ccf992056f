import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  browserPorts,
  browserStore,
  deviceSecret,
  followOtherTabs,
} from "../../src/identity/browser-ports";
import { Session } from "../../src/identity/session";
import { browser } from "./browser-tabs";

const KEY = "spotlight.refreshToken";

describe("the storage", () => {
  it("stores the tokens together, and leaves no trace of deleted ones", () => {
    expect(browserStore.read()).toBeNull();
    const tokens = { refreshToken: "family.1", accessToken: "a.b.c" };
    browserStore.write(tokens);
    expect([browserStore.read(), localStorage.length]).toEqual([tokens, 1]);
    browserStore.write(null);
    expect([browserStore.read(), localStorage.length]).toEqual([null, 0]);
  });

  it("reads what earlier versions of the site have stored", () => {
    localStorage.setItem(KEY, "family.1");
    expect(browserStore.read()).toEqual({ refreshToken: "family.1", accessToken: null });
    localStorage.setItem(KEY, "");
    expect(browserStore.read()).toBeNull();
    localStorage.clear();
  });

  it("is the one of the session's ports", () => {
    expect(browserPorts.store).toBe(browserStore);
  });
});

describe("the device secret", () => {
  it("is created once, is unique, and survives sign-out", () => {
    const secret = deviceSecret();
    expect(secret).toMatch(/^[\w-]{43}$/);
    browserStore.write(null);
    expect(deviceSecret()).toBe(secret);
    localStorage.clear();
    expect(deviceSecret()).not.toBe(secret);
    localStorage.clear();
  });
});

describe("an exclusive task of one tab", () => {
  it("runs under one lock of the whole browser, and returns its result", async () => {
    const request = vi.fn(async (_: string, task: () => Promise<unknown>) => await task());
    vi.stubGlobal("navigator", { locks: { request } });
    expect(await browserPorts.exclusively(async () => await Promise.resolve("done"))).toBe("done");
    expect(request).toHaveBeenCalledExactlyOnceWith(KEY, expect.any(Function));
    const broken = browserPorts.exclusively(async () => await Promise.reject(new Error("lost")));
    await expect(broken).rejects.toThrow("lost");
    vi.unstubAllGlobals();
  });
});

describe("waiting for the network", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  const waiting = (failures: number) => {
    const over = vi.fn();
    void browserPorts.recover(failures).then(over);
    return over;
  };

  it.each([
    [1, 1000],
    [2, 2000],
    [3, 4000],
    [5, 16_000],
    [6, 30_000],
    [60, 30_000],
  ])("after %i failures takes %i ms", async (failures, ms) => {
    const over = waiting(failures);
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(over).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(over).toHaveBeenCalledTimes(1);
  });

  it("ends when the browser is online again, and leaves no timer", async () => {
    const left = vi.spyOn(globalThis, "removeEventListener");
    const over = waiting(6);
    await vi.advanceTimersByTimeAsync(10);
    dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(0);
    expect(over).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
    expect(left).toHaveBeenCalledExactlyOnceWith("online", expect.any(Function));
  });

  it("removes its listener at the end", async () => {
    const left = vi.spyOn(globalThis, "removeEventListener");
    waiting(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(left).toHaveBeenCalledExactlyOnceWith("online", expect.any(Function));
  });
});

describe("a page beside others in the browser", () => {
  const frozen = (persisted: boolean) => Object.assign(new Event("pageshow"), { persisted });

  it.each<[string, Event, number]>([
    ["when another tab has changed the token", new StorageEvent("storage", { key: KEY }), 1],
    ["when another tab has cleared the storage", new StorageEvent("storage", { key: null }), 1],
    [
      "not when another tab has stored something else",
      new StorageEvent("storage", { key: "x" }),
      0,
    ],
    ["when it returns from the back/forward cache", frozen(true), 1],
    ["not when it is shown for the first time", frozen(false), 0],
  ])("checks the session %s", (_, event, times) => {
    const session = new Session(browser().ports);
    const follow = vi.fn(async () => await Promise.resolve());
    Object.assign(session, { follow });
    followOtherTabs(session);
    dispatchEvent(event);
    expect(follow).toHaveBeenCalledTimes(times);
  });
});
