import { t } from "../../language/text";
import { useQuery } from "convex/react";
import { Link } from "wouter";
import { api } from "../../../convex/_generated/api";
import { UsageMeter } from "../../../packages/billing/src/react";
import { Button } from "../../../packages/ui/src/button";
import { Notice } from "../../../packages/ui/src/notice";
import { Skeleton } from "../../../packages/ui/src/skeleton";
import type { Studio } from "./studio-data";
import { useMoreSeats } from "./use-more-seats";

/** How many seats of the plan are used; the owner can buy more. */
export function SeatCount({ studio: { slug, ownRole, owner } }: { studio: Studio }) {
  const seats = useQuery(api.community.studios.seatBalances.ofStudio, { slug });
  if (seats === undefined) return <Skeleton width="100%" height="64px" />;
  if (seats === null) return <NoPlan owner={ownRole === "owner" ? null : owner.name} />;
  return (
    <div className="studio-seats">
      <UsageMeter
        featureId="seats"
        balance={seats}
        units={{ singular: t("seat"), plural: t("seats") }}
        note={
          seats.balance > 0
            ? t("{balance} free", { balance: seats.balance })
            : t("All seats are taken.")
        }
      />
      {ownRole === "owner" && <MoreSeats />}
    </div>
  );
}

function MoreSeats() {
  const { busy, buy } = useMoreSeats();
  return (
    buy && (
      <Button busy={busy} onClick={buy}>
        {t("Change the number of seats")}
      </Button>
    )
  );
}

/** `owner`: the name of the member who can change that; null: the viewer can. */
function NoPlan({ owner }: { owner: string | null }) {
  return (
    <Notice
      tone="lamp"
      title={t("No plan pays for this studio now.")}
      action={
        owner === null && (
          <Link className="billing-button" data-look="primary" href="/pricing">
            {t("See plans")}
          </Link>
        )
      }
    >
      {owner === null
        ? t("The Studio plan has three seats.")
        : t("{owner} can choose one.", { owner })}{" "}
      {t("Published works stay.")}
    </Notice>
  );
}
