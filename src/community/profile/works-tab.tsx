import { t } from "../../language/text";
import { usePaginatedQuery } from "convex/react";
import { Link } from "wouter";
import { api } from "../../../convex/_generated/api";
import { FIRST_PAGE, useScrollRestoration } from "../grid/use-scroll-restoration";
import { Grid, GridSkeleton } from "../grid/grid";
import { SelectWorks } from "./select-works";
import type { Artist } from "./profile-data";

/** An artist's grid: pinned works first, then all works, newest first. */
export function WorksTab({ artist }: { artist: Artist }) {
  const { username, name, pinned, isMine, isBlocked } = artist;
  const { works, isLoading, isEmpty, onNearEnd } = useScrollRestoration(
    `by ${username}`,
    usePaginatedQuery(api.community.artworks.functions.byProfile, { username }, FIRST_PAGE),
  );
  if (isBlocked) return <Blocked name={name} />;
  if (isLoading) return <GridSkeleton kind="profile" />;
  if (isEmpty && !isMine) return <NothingYet mine={false} />;
  const grid = isEmpty ? (
    <NothingYet mine />
  ) : (
    <Grid works={works} kind="profile" onNearEnd={onNearEnd} />
  );
  return (
    <>
      {pinned.length > 0 && (
        <section className="profile-pinned" aria-labelledby="profile-pinned">
          <h2 id="profile-pinned">{t("Pinned")}</h2>
          <Grid works={pinned} kind="profile" onNearEnd={null} />
        </section>
      )}
      {pinned.length > 0 && <h2 className="profile-all">{t("All works")}</h2>}
      {isMine ? (
        <SelectWorks works={works} onMore={onNearEnd}>
          {grid}
        </SelectWorks>
      ) : (
        grid
      )}
    </>
  );
}

function Blocked({ name }: { name: string }) {
  return (
    <section className="profile-empty">
      <h2>{t("You blocked {name}", { name })}</h2>
      <p>
        {t(
          "Neither of you sees the other here. They are not notified. Unblock them to see their work.",
        )}
      </p>
    </section>
  );
}

function NothingYet({ mine }: { mine: boolean }) {
  return (
    <section className="profile-empty">
      <h2>{t("No works here yet")}</h2>
      {mine ? (
        <>
          <p>{t("Your first work appears here as soon as you share it.")}</p>
          <Link className="billing-button" data-look="primary" href="/upload">
            {t("Share new work")}
          </Link>
        </>
      ) : (
        <p>{t("New work appears here, newest first.")}</p>
      )}
    </section>
  );
}
