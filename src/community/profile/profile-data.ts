import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

/** An artist's page as the server hands it out. */
export type Artist = NonNullable<FunctionReturnType<typeof api.community.profiles.functions.get>>;

/** What a page is divided into. The first is what its plain address shows. */
const PROFILE_TABS = [
  { id: "works", label: "Works", shownTo: "everyone" },
  { id: "drafts", label: "Drafts", shownTo: "artist" },
  { id: "collections", label: "Collections", shownTo: "everyone" },
  { id: "about", label: "About", shownTo: "everyone" },
] as const;

export type ProfileTab = (typeof PROFILE_TABS)[number]["id"];

/** The parts that the reader of a page finds there. */
export function tabsOf({ isMine }: Pick<Artist, "isMine">) {
  return PROFILE_TABS.filter(({ shownTo }) => isMine || shownTo === "everyone");
}

/** The part that an address asks for, if it is there for its reader; else the first. */
export function tabOf(text: string | null, artist: Pick<Artist, "isMine">): ProfileTab {
  return tabsOf(artist).find(({ id }) => id === text)?.id ?? "works";
}

/** The address of one part of an artist's page. */
export function addressOf(username: string, tab: ProfileTab): string {
  return tab === "works" ? `/u/${username}` : `/u/${username}?tab=${tab}`;
}
