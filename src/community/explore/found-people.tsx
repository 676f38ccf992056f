import { t } from "../../language/text";
import { usePaginatedQuery } from "convex/react";
import { Link } from "wouter";
import { api } from "../../../convex/_generated/api";
import { Avatar } from "../../shared/avatar";
import type { Medium } from "../../../convex/contract/medium";
import { MEDIA } from "../work-copy";
import { Button } from "../../../packages/ui/src/button";

const FIRST_COUNT = 6;
const MORE_COUNT = 24;

interface FoundPeopleProps {
  /** The search text; empty: everyone who publishes in the medium. */
  text: string;
  medium: Medium | null;
}

/** The members who match the search, and publish in its medium. */
export function FoundPeople({ text, medium }: FoundPeopleProps) {
  const { results, status, loadMore } = usePaginatedQuery(
    api.community.search.people,
    { text, ...(medium && { medium }) },
    { initialNumItems: text !== "" && medium !== null ? MORE_COUNT : FIRST_COUNT },
  );
  // An artist with several works in the medium may be on several pages.
  const people = [...new Map(results.map((person) => [person.username, person])).values()];
  const isMore = status === "CanLoadMore";
  if (people.length === 0 && !isMore) return null;
  return (
    <section className="explore-people" aria-labelledby="explore-people">
      <h2 id="explore-people">
        {medium === null ? t("People") : t("People: {medium}", { medium: t(MEDIA[medium]) })}
      </h2>
      {people.length === 0 && <p>{t("Nobody among the first matches.")}</p>}
      <ul>
        {people.map(({ username, name, avatarUrl }) => (
          <li key={username}>
            <Link className="explore-person" href={`/u/${username}`}>
              <Avatar name={name} imageUrl={avatarUrl ?? undefined} />
              <span>
                <b>{name}</b> <span className="explore-username">@{username}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {isMore && (
        <Button size="small" onClick={() => loadMore(MORE_COUNT)}>
          {t("More people")}
        </Button>
      )}
    </section>
  );
}
