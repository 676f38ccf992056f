import { t } from "../../language/text";
import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { useRequest } from "../../shared/use-request";
import { Button } from "../../../packages/ui/src/button";
import { Notice } from "../../../packages/ui/src/notice";
import type { Studio } from "./studio-data";

/** An open offer of ownership: the owner can withdraw it, the recipient answers it. */
export function OwnershipOffer({ studio }: { studio: Studio }) {
  if (!studio.offeredTo) return null;
  return studio.ownRole === "owner" ? (
    <OfferMade slug={studio.slug} to={studio.offeredTo.name} />
  ) : (
    <OfferReceived studio={studio} />
  );
}

function OfferMade({ slug, to }: { slug: string; to: string }) {
  const decline = useMutation(api.community.studios.ownership.decline);
  const [busy, run] = useRequest();
  return (
    <Notice
      tone="info"
      title={t("You offered the studio to {to}.", { to })}
      action={
        <Button busy={busy} onClick={() => run(() => decline({ slug }))}>
          {t("Withdraw the offer")}
        </Button>
      }
    >
      {t("Nothing changes before they accept.")}
    </Notice>
  );
}

function OfferReceived({ studio: { slug, name, owner } }: { studio: Studio }) {
  const accept = useMutation(api.community.studios.ownership.accept);
  const decline = useMutation(api.community.studios.ownership.decline);
  const [accepting, runAccept] = useRequest();
  const [declining, runDecline] = useRequest();
  return (
    <Notice
      tone="lamp"
      title={t("{owner} offers you the studio {name}.", { owner: owner.name, name })}
      action={
        <span className="studio-answers">
          <Button look="primary" busy={accepting} onClick={() => runAccept(() => accept({ slug }))}>
            {t("Become the owner")}
          </Button>
          <Button busy={declining} onClick={() => runDecline(() => decline({ slug }))}>
            {t("Decline")}
          </Button>
        </span>
      }
    >
      {t(
        "If you accept, your Studio plan pays for its seats and for the storage of its works. All seats become free to give again.",
      )}
    </Notice>
  );
}
