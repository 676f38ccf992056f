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
      title={`${owner.name} (@${owner.username}) invites you to join ${name}.`}
      action={
        <span className="studio-answers">
          <Button look="primary" busy={accepting} onClick={() => runAccept(() => accept({ slug }))}>
            Join
          </Button>
          <Button busy={declining} onClick={() => runDecline(() => leave({ slug }))}>
            Decline
          </Button>
        </span>
      }
    >
      With a seat, the studio’s plan pays for the works you publish with it. Your own plan stays as
      it is.
    </Notice>
  );
}
