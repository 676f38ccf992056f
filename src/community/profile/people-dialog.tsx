import { msg, t } from "../../language/text";
import { usePaginatedQuery } from "convex/react";
import { Link } from "wouter";
import { api } from "../../../convex/_generated/api";
import { Avatar } from "../../shared/avatar";
import { Handle } from "../handle";
import { Button } from "../../../packages/ui/src/button";
import { Dialog, DialogBody, DialogFooter, DialogTitle } from "../../../packages/ui/src/dialog";
import { Skeleton } from "../../../packages/ui/src/skeleton";
import type { Artist } from "./profile-data";

export type PeopleList = "followers" | "followed";

const PAGE_SIZE = 24;

const LISTS = {
  followers: { title: msg("Followers"), empty: msg("No followers yet.") },
  followed: { title: msg("Following"), empty: msg("They don't follow anyone yet.") },
} as const;

interface PeopleDialogProps {
  artist: Artist;
  /** Null: closed. */
  list: PeopleList | null;
  onClose: () => void;
}

/** The followers of an artist, or the artists that they follow. */
export function PeopleDialog({ artist, list, onClose }: PeopleDialogProps) {
  return (
    <Dialog
      slot="people-dialog"
      open={list !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      {list !== null && <People username={artist.username} list={list} onClose={onClose} />}
    </Dialog>
  );
}

interface PeopleProps {
  username: string;
  list: PeopleList;
  onClose: () => void;
}

function People({ username, list, onClose }: PeopleProps) {
  const follows = api.community.relationships.follows;
  const found = usePaginatedQuery(
    list === "followers" ? follows.followers : follows.followed,
    { username },
    { initialNumItems: PAGE_SIZE },
  );
  const { title, empty } = LISTS[list];
  return (
    <>
      <DialogBody>
        <DialogTitle>{t(title)}</DialogTitle>
        {found.status === "LoadingFirstPage" && <Skeleton width="100%" height="56px" />}
        {found.status === "Exhausted" && found.results.length === 0 && (
          <p className="profile-nobody">{t(empty)}</p>
        )}
        <ul className="profile-people">
          {found.results.map((person) => (
            <li key={person.username}>
              <Link href={`/u/${person.username}`} onClick={onClose}>
                <Avatar name={person.name} imageUrl={person.avatarUrl ?? undefined} />
                <span>
                  <b>{person.name}</b> <Handle username={person.username} />
                </span>
                {person.isFollowed && (
                  <span className="profile-username">{t("You follow them")}</span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogFooter>
        {found.status === "CanLoadMore" && (
          <Button onClick={() => found.loadMore(PAGE_SIZE)}>{t("More people")}</Button>
        )}
        <Button look="quiet" onClick={onClose}>
          {t("Close")}
        </Button>
      </DialogFooter>
    </>
  );
}
