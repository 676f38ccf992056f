import type { ConvexReactClient } from "convex/react";
import { getFunctionName } from "convex/server";
import { describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { keepAnswersOfEnded } from "../../src/app/kept-answers";

const { unread } = api.community.notifications.functions;
const { standing } = api.accounts.profile;

/** A client whose server returns the results that the test sets. */
function open() {
  const answers: Record<string, unknown> = {};
  const watchQuery = (query: Parameters<typeof getFunctionName>[0]) => ({
    onUpdate: () => () => undefined,
    localQueryResult: () => answers[getFunctionName(query)],
    journal: () => undefined,
  });
  // Only what the function under test uses.
  const client = keepAnswersOfEnded({ watchQuery } as unknown as ConvexReactClient);
  const say = (state: string | undefined, count?: number) => {
    answers[getFunctionName(standing)] = state && { state };
    answers[getFunctionName(unread)] = count;
  };
  return { client, say };
}

describe("the answers of a page", () => {
  it("stay while its session has ended, and go on after the next sign-in or sign-out", () => {
    const { client, say } = open();
    const watch = client.watchQuery(unread, {});
    const shown = [
      [undefined, undefined],
      ["anonymous", 0],
      ["live", 3],
      ["ended", 0],
      ["ended", 1],
      ["live", 5],
      ["suspended", 6],
      ["ended", 0],
      [undefined, 0],
      ["deleted", 0],
    ].map(([state, count]) => {
      say(state as string | undefined, count as number | undefined);
      return watch.localQueryResult();
    });
    expect(shown).toEqual([undefined, 0, 3, 3, 3, 5, 6, 6, 0, 0]);
  });

  it("are a visitor's where the page first asks after the end", () => {
    const { client, say } = open();
    say("ended", 0);
    expect(client.watchQuery(unread, {}).localQueryResult()).toBe(0);
  });

  it("say that the session has ended", () => {
    const { client, say } = open();
    const watch = client.watchQuery(standing, {});
    say("live");
    expect(watch.localQueryResult()).toEqual({ state: "live" });
    say("ended");
    expect(watch.localQueryResult()).toEqual({ state: "ended" });
  });
});
