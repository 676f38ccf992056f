import { t } from "../../language/text";
import { useQuery } from "convex/react";
import { Link } from "wouter";
import { api } from "../../../convex/_generated/api";
import { UsageMeter } from "../../../packages/billing/src/react";
import { Avatar } from "../../shared/avatar";
import { Handle } from "../handle";
import { Skeleton } from "../../../packages/ui/src/skeleton";
import { MemberActions } from "./member-actions";
import { isManagedBy } from "./studio-data";
import type { Member, Studio } from "./studio-data";

interface MemberRowProps {
  member: Member;
  /** All members, because a seat may be reassigned from one to another. */
  all: readonly Member[];
  studio: Studio;
}

/** A member, their seat, and the actions on them. */
export function MemberRow({ member, all, studio }: MemberRowProps) {
  const { username, name, avatarUrl, state } = member;
  return (
    <li>
      <Avatar name={name} imageUrl={avatarUrl ?? undefined} />
      <p className="studio-who">
        <Link href={`/u/${username}`}>{name}</Link> <Handle username={username} />
        <span>{describe(member, studio)}</span>
      </p>
      {state === "seated" && <Uploads slug={studio.slug} username={username} />}
      {isManagedBy(studio) && <MemberActions member={member} all={all} studio={studio} />}
    </li>
  );
}

function Uploads({ slug, username }: { slug: string; username: string }) {
  const uploads = useQuery(api.community.studios.seatBalances.ofMember, { slug, username });
  if (uploads === undefined) return <Skeleton width="100%" height="48px" />;
  return (
    uploads && (
      <UsageMeter
        featureId="uploads"
        balance={uploads}
        units={{ singular: t("upload"), plural: t("uploads") }}
      />
    )
  );
}

function describe({ username, role, state }: Member, { owner }: Studio): string {
  const what =
    username === owner.username ? t("Owner") : role === "manager" ? t("Manager") : t("Member");
  const seat = { invited: t("invited"), joined: t("no seat"), seated: t("has a seat") }[state];
  return `${what}, ${seat}`;
}
