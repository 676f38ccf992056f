import { plural, t } from "../../language/text";
import { usePaginatedQuery } from "convex/react";
import { Link } from "wouter";
import { api } from "../../../convex/_generated/api";
import { Button } from "../../../packages/ui/src/button";
import { Skeleton } from "../../../packages/ui/src/skeleton";
import type { Artist } from "./profile-data";

const PAGE_SIZE = 24;
const COVERS = 3;

/** The public collections of an artist; the artist also sees the private ones. */
export function CollectionsTab({ artist }: { artist: Artist }) {
  const { status, results, loadMore } = usePaginatedQuery(
    api.community.collections.functions.byProfile,
    { username: artist.username },
    { initialNumItems: PAGE_SIZE },
  );
  if (status === "LoadingFirstPage") {
    return (
      <div className="profile-part" role="status" aria-label={t("Loading")} aria-busy="true">
        <Skeleton width="280px" height="160px" />
      </div>
    );
  }
  if (status === "Exhausted" && results.length === 0) return <NoneYet mine={artist.isMine} />;
  return (
    <div className="profile-part">
      <ul className="profile-collections">
        {results.map(({ id, title, visibility, items, covers }) => (
          <li key={id}>
            <Link className="profile-collection" href={`/collections/${id}`}>
              <span className="profile-covers">
                {covers.slice(0, COVERS).map((url) => (
                  <img key={url} src={url} alt="" loading="lazy" />
                ))}
              </span>
              <b>{title}</b>
              <span className="profile-username">
                {plural(items, "1 work", "{count} works")}
                {visibility === "private" && ` · ${t("Only you see it")}`}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {status === "CanLoadMore" && (
        <Button onClick={() => loadMore(PAGE_SIZE)}>{t("More collections")}</Button>
      )}
    </div>
  );
}

function NoneYet({ mine }: { mine: boolean }) {
  return (
    <section className="profile-empty">
      <h2>{t("No collections yet")}</h2>
      {mine ? (
        <>
          <p>{t("Gather works, your own or others’: open one and add it to a collection.")}</p>
          <Link className="billing-button" data-look="primary" href="/explore">
            {t("Find works")}
          </Link>
        </>
      ) : (
        <p>{t("Their public collections appear here.")}</p>
      )}
    </section>
  );
}
