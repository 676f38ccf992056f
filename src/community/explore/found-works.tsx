import { usePaginatedQuery } from "convex/react";
import { Link } from "wouter";
import { api } from "../../../convex/_generated/api";
import { Wall, WallSkeleton } from "../wall/wall";
import type { Wanted } from "./explore-address";

const PAGE_SIZE = 24;

/** The works that were asked for: searched, best first; otherwise newest first. */
export function FoundWorks({ wanted }: { wanted: Wanted }) {
  const { status, results, loadMore } = useFoundWorks(wanted);
  const more = () => loadMore(PAGE_SIZE);
  if (status === "LoadingFirstPage") return <WallSkeleton kind="mixed" />;
  if (status === "Exhausted" && results.length === 0) return <NothingFound wanted={wanted} />;
  return (
    <section aria-label="Works">
      <Wall works={results} kind="mixed" onNearEnd={status === "CanLoadMore" ? more : null} />
    </section>
  );
}

function useFoundWorks({ text, tag, medium, madeHow }: Wanted) {
  const { feeds, search } = api.community;
  const facets = { ...(medium && { medium }), ...(madeHow && { madeHow }) };
  const count = { initialNumItems: PAGE_SIZE };
  const found = usePaginatedQuery(search.works, text === "" ? "skip" : { text, ...facets }, count);
  const explored = { ...facets, ...(tag !== null && { tag }) };
  const hung = usePaginatedQuery(feeds.explore, text === "" ? explored : "skip", count);
  return text === "" ? hung : found;
}

function NothingFound({ wanted: { text, tag, medium, madeHow } }: { wanted: Wanted }) {
  const isNarrowed = medium !== null || madeHow !== null;
  return (
    <section className="explore-empty">
      <h2>No work like that hangs here</h2>
      <p>
        {isNarrowed
          ? "Let go of a medium or of how it was made, or look for something else."
          : "Try fewer words, or other ones."}
      </p>
      {(text !== "" || tag !== null || isNarrowed) && (
        <Link className="ui-button" data-look="primary" href="/explore">
          Show everything
        </Link>
      )}
    </section>
  );
}
