import { t } from "../../language/text";
import { usePaginatedQuery } from "convex/react";
import { Link } from "wouter";
import { api } from "../../../convex/_generated/api";
import { FIRST_PAGE, useScrollRestoration } from "../grid/use-scroll-restoration";
import { SelectWorks } from "./select-works";
import { Grid, GridSkeleton } from "../grid/grid";

/** The artist's own works that are not listed: drafts, unlisted, hidden by an operator. */
export function DraftsTab() {
  const drafts = useUnpublishedWorks("draft");
  const unlisted = useUnpublishedWorks("unlisted");
  const hidden = useUnpublishedWorks("hidden");
  if (drafts.isLoading) return <GridSkeleton kind="profile" />;
  return (
    <>
      <SelectWorks
        works={[...drafts.works, ...unlisted.works]}
        onMore={drafts.onNearEnd ?? unlisted.onNearEnd}
      >
        {drafts.isEmpty && unlisted.isEmpty && <NoDrafts />}
        <Grid works={drafts.works} kind="profile" onNearEnd={drafts.onNearEnd} />
        <Unlisted {...unlisted} />
      </SelectWorks>
      {hidden.works.length > 0 && (
        <section aria-labelledby="profile-hidden">
          <h2 id="profile-hidden" className="profile-all">
            {t("Hidden by an operator")}
          </h2>
          <Grid works={hidden.works} kind="profile" onNearEnd={hidden.onNearEnd} />
        </section>
      )}
    </>
  );
}

function Unlisted({ works, onNearEnd }: ReturnType<typeof useUnpublishedWorks>) {
  if (works.length === 0) return null;
  return (
    <section aria-labelledby="profile-unlisted">
      <h2 id="profile-unlisted" className="profile-all">
        {t("Shared by link")}
      </h2>
      <Grid works={works} kind="profile" onNearEnd={onNearEnd} />
    </section>
  );
}

function useUnpublishedWorks(state: "draft" | "unlisted" | "hidden") {
  return useScrollRestoration(
    `own ${state}`,
    usePaginatedQuery(api.community.artworks.functions.unpublished, { state }, FIRST_PAGE),
  );
}

function NoDrafts() {
  return (
    <section className="profile-empty">
      <h2>{t("No drafts")}</h2>
      <p>{t("Your drafts wait here. Only you see them.")}</p>
      <Link className="billing-button" data-look="primary" href="/upload">
        {t("Share new work")}
      </Link>
    </section>
  );
}
