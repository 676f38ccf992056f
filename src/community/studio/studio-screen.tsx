import { T, t } from "../../language/text";
import { usePaginatedQuery } from "convex/react";
import { Link } from "wouter";
import { api } from "../../../convex/_generated/api";
import { Avatar } from "../../shared/avatar";
import { FIRST_PAGE, useScrollRestoration } from "../grid/use-scroll-restoration";
import { Grid, GridSkeleton } from "../grid/grid";
import { LoadedStudio } from "./loaded-studio";
import { Invitation } from "./invitation";
import { OwnershipOffer } from "./ownership-offer";
import { isManagedBy } from "./studio-data";
import type { Studio } from "./studio-data";
import { Handle } from "../handle";

/** The works that a studio's members published with it. */
export function StudioScreen({ slug }: { slug: string }) {
  return (
    <LoadedStudio slug={slug}>
      {(studio) => (
        <div className="studio">
          <Head studio={studio} />
          <Works studio={studio} />
        </div>
      )}
    </LoadedStudio>
  );
}

function Head({ studio }: { studio: Studio }) {
  const { slug, name, owner, people, ownRole, state } = studio;
  return (
    <header className="studio-head">
      <h1>{name}</h1>
      <p className="studio-facts">
        <T
          text="A studio of {owner}"
          owner={<Link href={`/u/${owner.username}`}>{owner.name}</Link>}
        />{" "}
        <Handle username={owner.username} />
      </p>
      <ul className="studio-people" aria-label={t("Members")}>
        {people.map((person) => (
          <li key={person.username}>
            <Link href={`/u/${person.username}`}>
              <Avatar name={person.name} imageUrl={person.avatarUrl ?? undefined} />
              {person.name}
            </Link>{" "}
            <Handle username={person.username} />
          </li>
        ))}
      </ul>
      {state === "invited" && <Invitation studio={studio} />}
      <OwnershipOffer studio={studio} />
      {ownRole !== null && (
        <Link className="billing-button" data-look="outline" href={`/studio/${slug}/members`}>
          {isManagedBy(studio) ? t("Manage seats") : t("Members")}
        </Link>
      )}
    </header>
  );
}

function Works({ studio: { slug, ownRole, state } }: { studio: Studio }) {
  const { works, isLoading, isEmpty, onNearEnd } = useScrollRestoration(
    `studio ${slug}`,
    usePaginatedQuery(api.community.studios.functions.listWorks, { slug }, FIRST_PAGE),
  );
  if (isLoading) return <GridSkeleton kind="mixed" />;
  if (isEmpty) {
    return <NothingYet slug={slug} may={state === "seated" ? "hang" : ownRole && "belong"} />;
  }
  return <Grid works={works} kind="mixed" onNearEnd={onNearEnd} />;
}

interface NothingYetProps {
  slug: string;
  /** The caller's actions on the studio. */
  may: "hang" | "belong" | null;
}

function NothingYet({ slug, may }: NothingYetProps) {
  return (
    <section className="studio-empty">
      <h2>{t("No works here yet")}</h2>
      <p>{t("Works of members with a seat appear here, newest first.")}</p>
      {may === "hang" && (
        <Link className="billing-button" data-look="primary" href={`/upload?studio=${slug}`}>
          {t("Share new work")}
        </Link>
      )}
      {may === "belong" && (
        <Link className="billing-button" data-look="primary" href={`/studio/${slug}/members`}>
          {t("See who has a seat")}
        </Link>
      )}
    </section>
  );
}
