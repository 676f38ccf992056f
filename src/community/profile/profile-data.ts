import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import { msg } from "../../language/text";

/** A profile as the server returns it. */
export type Artist = NonNullable<FunctionReturnType<typeof api.community.profiles.functions.get>>;

/** The tabs of a profile. The first is the default. */
const PROFILE_TABS = [
  { id: "works", label: msg("Works"), shownTo: "everyone" },
  { id: "drafts", label: msg("Drafts"), shownTo: "artist" },
  { id: "collections", label: msg("Collections"), shownTo: "everyone" },
  { id: "about", label: msg("About"), shownTo: "everyone" },
] as const;

export type ProfileTab = (typeof PROFILE_TABS)[number]["id"];

/** The tabs that the viewer of a profile can see. */
export function tabsOf({ isMine }: Pick<Artist, "isMine">) {
  return PROFILE_TABS.filter(({ shownTo }) => isMine || shownTo === "everyone");
}

/** The tab in a URL if the viewer can see it; otherwise the first. */
export function tabOf(text: string | null, artist: Pick<Artist, "isMine">): ProfileTab {
  return tabsOf(artist).find(({ id }) => id === text)?.id ?? "works";
}

/** The URL of a tab of a profile. */
export function addressOf(username: string, tab: ProfileTab): string {
  return tab === "works" ? `/u/${username}` : `/u/${username}?tab=${tab}`;
}
