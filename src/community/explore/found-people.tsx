import { t } from "../../language/text";
import { usePaginatedQuery } from "convex/react";
import { Link } from "wouter";
import { api } from "../../../convex/_generated/api";
import { Avatar } from "../../shared/avatar";
import { Button } from "../../../packages/ui/src/button";

const FIRST_COUNT = 6;
const MORE_COUNT = 24;

/** The members who match the search. */
export function FoundPeople({ text }: { text: string }) {
  const { results, status, loadMore } = usePaginatedQuery(
    api.community.search.people,
    { text },
    { initialNumItems: FIRST_COUNT },
  );
  if (results.length === 0) return null;
  return (
    <section className="explore-people" aria-labelledby="explore-people">
      <h2 id="explore-people">{t("People")}</h2>
      <ul>
        {results.map(({ username, name, avatarUrl }) => (
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
      {status === "CanLoadMore" && (
        <Button size="small" onClick={() => loadMore(MORE_COUNT)}>
          {t("More people")}
        </Button>
      )}
    </section>
  );
}
