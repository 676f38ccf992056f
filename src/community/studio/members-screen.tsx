import { t } from "../../language/text";
import { useQuery } from "convex/react";
import { Link } from "wouter";
import { api } from "../../../convex/_generated/api";
import { Skeleton } from "../../../packages/ui/src/skeleton";
import { EmptyState } from "../grid/empty-state";
import { LoadedStudio } from "./loaded-studio";
import { InviteForm } from "./invite-form";
import { MemberRow } from "./member-row";
import { OwnershipOffer } from "./ownership-offer";
import { LeaveOrClose } from "./leave-or-close";
import { SeatCount } from "./seat-count";
import { isManagedBy } from "./studio-data";
import type { Studio } from "./studio-data";
import "../billing-settings/settings.css";

/** The members of a studio, their seats, and the plan's remaining units. */
export function MembersScreen({ slug }: { slug: string }) {
  return (
    <LoadedStudio slug={slug}>
      {(studio) =>
        studio.ownRole === null ? <NotAMember slug={slug} /> : <Members studio={studio} />
      }
    </LoadedStudio>
  );
}

function NotAMember({ slug }: { slug: string }) {
  return (
    <EmptyState
      look="empty"
      title={t("Only members see this")}
      action={
        <Link
          className="billing-button"
          data-look="primary"
          data-size="large"
          href={`/studio/${slug}`}
        >
          {t("See the studio")}
        </Link>
      }
    >
      {t(
        "Only the studio’s members see who has a seat and what is left in it. Its works are for everyone.",
      )}
    </EmptyState>
  );
}

function Members({ studio }: { studio: Studio }) {
  const { slug, name } = studio;
  return (
    <div className="settings" data-width="narrow">
      <h1>{t("Members of {name}", { name })}</h1>
      <Link className="settings-link" href={`/studio/${slug}`}>
        {t("Back to the studio")}
      </Link>
      <OwnershipOffer studio={studio} />
      <SeatCount studio={studio} />
      {isManagedBy(studio) && <InviteForm slug={slug} />}
      <List studio={studio} />
      <LeaveOrClose studio={studio} />
    </div>
  );
}

function List({ studio }: { studio: Studio }) {
  const members = useQuery(api.community.studios.members.list, { slug: studio.slug });
  if (members === undefined) return <Skeleton width="100%" height="72px" />;
  return (
    <section aria-labelledby="studio-members">
      <h2 id="studio-members" className="studio-heading">
        {t("Members")}
      </h2>
      <ul className="studio-members">
        {members.map((member) => (
          <MemberRow key={member.username} member={member} all={members} studio={studio} />
        ))}
      </ul>
      {members.length === 1 && isManagedBy(studio) && (
        <p className="settings-promise">{t("No other members yet. Invite the first one above.")}</p>
      )}
    </section>
  );
}
