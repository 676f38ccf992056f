import { getFunctionName } from "convex/server";
import type { FunctionReference } from "convex/server";
import { vi } from "vitest";
import { cardOf } from "../cards";

type AnyFunction = FunctionReference<"query" | "mutation">;

/** What the server answers, by the name of the function; and what it was asked to do. */
export const site = {
  queries: {} as Record<string, unknown>,
  pages: {} as Record<string, unknown[]>,
  answers: {} as Record<string, unknown>,
  mutate: vi.fn<(name: string, args: unknown) => void>(),
  status: "signedIn",
  /** What the billing client knows of who is signed in. */
  customer: null as object | null,
};

const nameOf = (fn: AnyFunction) => getFunctionName(fn).replace("community/", "");

function mutation(fn: AnyFunction) {
  const name = nameOf(fn);
  const call = (args: unknown) => {
    site.mutate(name, args);
    return Promise.resolve(site.answers[name] ?? { data: {}, error: null });
  };
  return Object.assign(call, { withOptimisticUpdate: () => call });
}

/** The Convex client as screens see it. One function per mutation, as the real hook gives. */
export function fakeConvex() {
  const mutations = new Map<string, ReturnType<typeof mutation>>();
  return {
    useConvexAuth: () => ({ isAuthenticated: site.status === "signedIn" }),
    useQuery: (fn: AnyFunction) => site.queries[nameOf(fn)],
    usePaginatedQuery: (fn: AnyFunction) => ({
      status: "Exhausted",
      results: site.pages[nameOf(fn)] ?? [],
      loadMore: () => undefined,
    }),
    useMutation: (fn: AnyFunction) => {
      const known = mutations.get(nameOf(fn)) ?? mutation(fn);
      mutations.set(nameOf(fn), known);
      return known;
    },
  };
}

export const DETAIL = {
  ...{ description: "From memory.", tags: ["harbour"], licence: "cc_by", madeHow: "by_hand" },
  ...{ sensitive: false, noAi: true, state: "published", views: 1200, comments: 0 },
  ...{ followers: 12540, isFollowed: false },
  ...{ editedAt: null, boostedUntil: null, bytes: 10, pages: [], steps: [], replaced: [] },
};

export const FILE = {
  ...{ id: "file", url: "https://files/sketch", mediaType: "image/jpeg", width: 30, height: 40 },
  ...{ bytes: 10, caption: "The sketch", createdAt: 1 },
  ...{ previewUrl: null, posterUrl: null, thumbhash: null },
};

export const COMMENT = {
  ...{ id: "comment", text: "Lovely, @hana.novak!", mentions: ["hana.novak"], replies: 0 },
  author: { username: "sade", name: "Sade Okonkwo", avatarUrl: null },
  ...{ createdAt: 1, canDelete: true },
};

/** Opens the site anew at a work. */
export function hangSwell(): void {
  localStorage.clear();
  window.history.replaceState(null, "", "/a/swell");
  site.mutate.mockClear();
  site.status = "signedIn";
  site.customer = null;
  site.answers = {};
  site.pages = {};
  site.queries = {
    "artworks:get": {
      artwork: cardOf("Swell", { madeHow: "by_hand" }),
      mine: false,
      newer: "luna",
      older: null,
    },
    "works:detail": DETAIL,
    "settings:mine": { sensitive: "blur", hiddenMadeHow: [] },
    "collectionItems:holding": [{ id: "blue", title: "Blue", isHolding: false, isReadOnly: false }],
  };
}
