import { t } from "../../language/text";
import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { useRequest } from "../../shared/use-request";
import { Button } from "../../../packages/ui/src/button";
import { Notice } from "../../../packages/ui/src/notice";
import type { Studio } from "./studio-data";

/** Asks an invited member to accept or decline. */
export function Invitation({ studio: { slug, name, owner } }: { studio: Studio }) {
  const accept = useMutation(api.community.studios.members.accept);
  const leave = useMutation(api.community.studios.members.leave);
  const [accepting, runAccept] = useRequest();
  const [declining, runDecline] = useRequest();
  return (
    <Notice
      tone="lamp"
      title={t("{owner} (@{username}) invites you to join {name}.", {
        owner: owner.name,
        username: owner.username,
        name,
      })}
      action={
        <span className="studio-answers">
          <Button look="primary" busy={accepting} onClick={() => runAccept(() => accept({ slug }))}>
            {t("Join")}
          </Button>
          <Button busy={declining} onClick={() => runDecline(() => leave({ slug }))}>
            {t("Decline")}
          </Button>
        </span>
      }
    >
      {t(
        "With a seat, the studio’s plan pays for the works you publish with it. Your own plan stays as it is.",
      )}
    </Notice>
  );
}
