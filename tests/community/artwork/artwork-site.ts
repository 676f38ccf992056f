import type { FunctionReturnType } from "convex/server";
import { vi } from "vitest";
import type { api } from "../../../convex/_generated/api";
import { ok } from "../../../packages/billing/src/contract/errors";
import type { Detail } from "../../../src/community/artwork/artwork-copy";
import { cardOf, idOf } from "../cards";
import { fakeConvex } from "../fake-convex";
import type { Answers } from "../fake-convex";

type Found = NonNullable<FunctionReturnType<typeof api.community.artworks.functions.get>>;
type Comment = FunctionReturnType<typeof api.community.comments.functions.list>["page"][number];

export const FOUND: Found = {
  artwork: cardOf("Swell", { madeHow: "by_hand" }),
  mine: false,
  newer: idOf("luna"),
  older: null,
};

export const DETAIL: Detail = {
  ...{ description: "From memory.", tags: ["harbour"], licence: "cc_by", madeHow: "by_hand" },
  ...{ sensitive: false, noAi: true, state: "published", views: 1200, comments: 0 },
  ...{ followers: 12540, isFollowed: false, mentions: [] },
  ...{ editedAt: null, boostedUntil: null, bytes: 10, pages: [], steps: [], replaced: [] },
};

export const FILE: Detail["pages"][number] = {
  ...{ id: idOf("file"), url: "https://files/sketch", mediaType: "image/jpeg" },
  ...{ width: 30, height: 40, bytes: 10, caption: "The sketch", createdAt: 1 },
  ...{ previewUrl: null, posterUrl: null, thumbhash: null },
};

export const COMMENT: Comment = {
  ...{ id: idOf("comment"), text: "Lovely, @hana.novak!", mentions: ["hana.novak"], replies: 0 },
  author: { username: "sade", name: "Sade Okonkwo", avatarUrl: null },
  ...{
    createdAt: 1,
    canDelete: true,
    ...{ canEdit: true, liked: false, likes: 0, editedAt: null },
  },
};

/** The viewer. */
export const reader: { status: "signedIn" | "signedOut"; username: string } = {
  status: "signedIn",
  username: "eve",
};

export function becomeStranger(): void {
  reader.status = "signedOut";
  fakeConvex.isAuthenticated = false;
}

/** The previous URL is the feed's. The router reports both changes. */
export function comeFromFeed(): void {
  window.history.pushState(null, "", "/?from=feed");
  window.history.pushState(null, "", "/a/swell");
}

/** Every request to the server succeeds. */
const ALL_WELL: Answers = {
  "artworks/functions:remove": ok(null),
  "boosts:boost": ok({ boostedUntil: 1 }),
  "collections/items:add": ok(null),
  "collections/items:move": ok(null),
  "collections/items:remove": ok(null),
  "collections/functions:edit": ok(null),
  "collections/functions:remove": ok(null),
  "comments/functions:add": ok({ commentId: idOf("said") }),
  "comments/functions:remove": ok(null),
  "comments/functions:edit": ok(null),
  "comments/likes:set": ok(null),
  "relationships/follows:set": ok({ followers: 12541 }),
  "likes:set": ok(null),
  "prints/functions:order": ok(null),
  "moderation/reports:send": ok(null),
  "views:record": ok(null),
  "artworks/functions:edit": ok(null),
  "artworks/functions:setState": ok(null),
};

/** Opens the site at a work, with a new state. */
export function hangSwell(): void {
  reader.status = "signedIn";
  window.history.replaceState(null, "", "/a/swell");
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(private readonly onResize: () => void) {}
      observe() {
        this.onResize();
      }
      disconnect() {}
    },
  );
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  fakeConvex.reset({
    ...ALL_WELL,
    "artworks/functions:get": FOUND,
    "artworks/functions:detail": DETAIL,
    "comments/functions:list": [],
    "artworks/related:list": [],
    "profiles/settings:mine": { sensitive: "blur", hiddenMadeHow: [] },
    "collections/items:listContaining": [
      { id: idOf("blue"), title: "Blue", hasWork: false, isReadOnly: false },
    ],
  });
}

/** The server's data about the work, with some changes. */
export function changeFound(changes: Partial<Found>): void {
  fakeConvex.answers["artworks/functions:get"] = { ...FOUND, ...changes };
}
export function changeDetail(changes: Partial<Detail>): void {
  fakeConvex.answers["artworks/functions:detail"] = { ...DETAIL, ...changes };
}
