import type { FunctionReturnType } from "convex/server";
import { describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { preloadedClient } from "../../src/app/preloaded-client";
import { questionOf } from "../../src/app/preloaded-answers";

const { feed } = api.community.artworks.functions;
const page = (id: number, numItems = 24) => ({ paginationOpts: { id, numItems, cursor: null } });

/** A client whose page came with the feed's first works, and whose socket stays silent. */
function open() {
  vi.stubGlobal(
    "WebSocket",
    class {
      close() {}
    },
  );
  const works: FunctionReturnType<typeof feed> = { page: [], isDone: true, continueCursor: "" };
  const queries = { [questionOf(feed, page(1))]: works };
  return { works, client: preloadedClient("http://127.0.0.1:1", { queries }) };
}

describe("preloadedClient", () => {
  it("answers from the page's data, whatever cache number a list has", () => {
    const { works, client } = open();
    expect(client.watchQuery(feed, page(7)).localQueryResult()).toBe(works);
    expect(client.watchQuery(feed, page(7, 50)).localQueryResult()).toBeUndefined();
  });

  it("gives no preloaded data after sign-in", () => {
    const { client } = open();
    const watch = client.watchQuery(feed, page(7));
    client.setAuth(() => Promise.resolve("a token"));
    expect(watch.localQueryResult()).toBeUndefined();
    void client.close();
  });
});
