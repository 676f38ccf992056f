import { t } from "../../language/text";
import { usePaginatedQuery } from "convex/react";
import { Link } from "wouter";
import { api } from "../../../convex/_generated/api";
import { FIRST_PAGE, useScrollRestoration } from "../grid/use-scroll-restoration";
import { Grid, GridSkeleton } from "../grid/grid";
import { addressOf } from "./explore-address";
import type { Filters } from "./explore-address";

/** The works that match: with a search text the best match first, otherwise the newest first. */
export function FoundWorks({ filters }: { filters: Filters }) {
  const { works, isLoading, isEmpty, onNearEnd } = useScrollRestoration(
    addressOf(filters),
    useFoundWorks(filters),
  );
  if (isLoading) return <GridSkeleton kind="mixed" />;
  if (isEmpty) return <NothingFound filters={filters} />;
  return (
    <section aria-label={t("Works")}>
      <Grid works={works} kind="mixed" onNearEnd={onNearEnd} />
    </section>
  );
}

function useFoundWorks({ text, tag, medium, madeHow, sort }: Filters) {
  const feed = api.community.feed.functions;
  const { search } = api.community;
  const facets = { ...(medium && { medium }), ...(madeHow && { madeHow }) };
  const searched = text === "" ? ("skip" as const) : { text, ...facets };
  const found = usePaginatedQuery(search.works, searched, FIRST_PAGE);
  const order = sort === "oldest" && { sort };
  const explored = { ...facets, ...(tag !== null && { tag }), ...order };
  const published = usePaginatedQuery(feed.explore, text === "" ? explored : "skip", FIRST_PAGE);
  return text === "" ? published : found;
}

function NothingFound({ filters: { text, tag, medium, madeHow } }: { filters: Filters }) {
  const isNarrowed = medium !== null || madeHow !== null;
  return (
    <section className="explore-empty">
      <h2>{t("No works match")}</h2>
      <p>
        {isNarrowed
          ? t("Remove a filter, or search for something else.")
          : t("Try fewer words, or other ones.")}
      </p>
      {(text !== "" || tag !== null || isNarrowed) && (
        <Link className="billing-button" data-look="primary" href="/explore">
          {t("Show everything")}
        </Link>
      )}
    </section>
  );
}
