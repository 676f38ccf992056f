import { beforeEach, describe, expect, it, vi } from "vitest";
import { CHANGE_NEWS_MS, createRefresher } from "../../../src/react/flows/refresher";
import { deferred } from "../fake-transport";

// Flows do not use React: a stray import would fail here.
vi.mock("react", () => ({}));

beforeEach(() => void vi.useFakeTimers());
function live(isLive = true) {
  const refresh = vi.fn(() => Promise.resolve());
  return { ...createRefresher(refresh, () => isLive), refresh };
}
const settle = () => vi.advanceTimersByTimeAsync(0);

describe("createRefresher", () => {
  it("refetches at once for changes of others", () => {
    const { hear, refresh } = live();
    hear();
    expect(refresh).toHaveBeenCalledOnce();
    hear();
    expect(refresh).toHaveBeenCalledTimes(2);
  });

  it("refetches at once after its own change without a live subscription", async () => {
    const { expectChange, refresh } = live(false);
    await expectChange()("changed");
    expect(refresh).toHaveBeenCalledOnce();
  });

  it("refetches once when the revision comes before the answer", async () => {
    const { expectChange, hear, refresh } = live();
    const finish = expectChange();
    hear();
    expect(refresh).not.toHaveBeenCalled();
    await finish("changed");
    expect(refresh).toHaveBeenCalledOnce();
  });

  it("refetches once when the revision comes after the answer, and not before it", async () => {
    const { expectChange, hear, refresh } = live();
    const finished = expectChange()("changed");
    await vi.advanceTimersByTimeAsync(CHANGE_NEWS_MS - 1);
    expect(refresh).not.toHaveBeenCalled();
    hear();
    await finished;
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(CHANGE_NEWS_MS);
    expect(refresh).toHaveBeenCalledOnce();
  });

  it("refetches after a delay when no revision comes", async () => {
    const { expectChange, refresh } = live();
    const finished = expectChange()("changed");
    await vi.advanceTimersByTimeAsync(CHANGE_NEWS_MS);
    await finished;
    expect(refresh).toHaveBeenCalledOnce();
  });

  it("still refetches for a revision that comes too late to be its own", async () => {
    const { expectChange, hear, refresh } = live();
    const finished = expectChange()("changed");
    await vi.advanceTimersByTimeAsync(CHANGE_NEWS_MS);
    await finished;
    hear();
    expect(refresh).toHaveBeenCalledTimes(2);
  });

  it("refetches nothing after a failure without a change", async () => {
    const { expectChange, refresh } = live();
    await expectChange()("unchanged");
    expect(refresh).not.toHaveBeenCalled();
  });

  it("refetches after a failure when a revision came meanwhile", async () => {
    const { expectChange, hear, refresh } = live();
    const finish = expectChange();
    hear();
    await finish("unchanged");
    expect(refresh).toHaveBeenCalledOnce();
  });

  it("refetches once for two changes whose revisions came together", async () => {
    const { expectChange, hear, refresh } = live();
    const [first, second] = [expectChange(), expectChange()];
    hear();
    hear();
    await Promise.all([first("changed"), second("changed")]);
    expect(refresh).toHaveBeenCalledOnce();
  });

  it("refetches again for a second change whose revision came later", async () => {
    const { expectChange, hear, refresh } = live();
    const [first, second] = [expectChange(), expectChange()];
    hear();
    await first("changed");
    expect(refresh).toHaveBeenCalledOnce();
    hear();
    await second("changed");
    expect(refresh).toHaveBeenCalledTimes(2);
  });

  it("resolves two changes only after their common refetch", async () => {
    const { promise, resolve } = deferred<undefined>();
    const { expectChange, hear } = createRefresher(
      () => promise,
      () => true,
    );
    const [first, second] = [expectChange(), expectChange()];
    hear();
    void first("changed");
    const done = vi.fn();
    void second("changed").then(done);
    await settle();
    expect(done).not.toHaveBeenCalled();
    resolve(undefined);
    await settle();
    expect(done).toHaveBeenCalledOnce();
  });

  it("resolves only after the refetch", async () => {
    const { promise, resolve } = deferred<undefined>();
    const { expectChange } = createRefresher(
      () => promise,
      () => false,
    );
    const done = vi.fn();
    void expectChange()("changed").then(done);
    await settle();
    expect(done).not.toHaveBeenCalled();
    resolve(undefined);
    await settle();
    expect(done).toHaveBeenCalledOnce();
  });
});
