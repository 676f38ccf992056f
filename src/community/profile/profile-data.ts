import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

/** An artist's page as the server hands it out. */
export type Artist = NonNullable<FunctionReturnType<typeof api.community.pages.get>>;

/** What a page is divided into. The first is what its plain address shows. */
export const PROFILE_TABS = [
  { id: "works", label: "Works" },
  { id: "collections", label: "Collections" },
  { id: "about", label: "About" },
] as const;

export type ProfileTab = (typeof PROFILE_TABS)[number]["id"];

/** The part that an address asks for. */
export function tabOf(text: string | null): ProfileTab {
  return PROFILE_TABS.find(({ id }) => id === text)?.id ?? "works";
}

/** The address of one part of an artist's page. */
export function addressOf(username: string, tab: ProfileTab): string {
  return tab === "works" ? `/u/${username}` : `/u/${username}?tab=${tab}`;
}
