import { msg, t } from "../../language/text";
import { useMutation } from "convex/react";
import { useState } from "react";
import { useLocation } from "wouter";
import { api } from "../../../convex/_generated/api";
import { useRequest } from "../../shared/use-request";
import { Button } from "../../../packages/ui/src/button";
import { ConfirmDialog } from "../../../packages/ui/src/confirm-dialog";
import type { Studio } from "./studio-data";

const WORDS = {
  close: {
    action: msg("Close the studio"),
    title: msg("Close {name}?"),
    means: msg("The studio and its seats are gone for good. The works stay with their artists."),
    keep: msg("Keep it"),
    commit: msg("Close it"),
  },
  leave: {
    action: msg("Leave the studio"),
    title: msg("Leave {name}?"),
    means: msg("Your seat becomes free. Works you published with the studio stay."),
    keep: msg("Stay"),
    commit: msg("Leave"),
  },
} as const;

/** The owner closes the studio; every other member leaves it. */
export function LeaveOrClose({ studio: { slug, name, ownRole } }: { studio: Studio }) {
  const close = useMutation(api.community.studios.functions.close);
  const leave = useMutation(api.community.studios.members.leave);
  const [open, setOpen] = useState(false);
  const [, navigate] = useLocation();
  const [busy, run] = useRequest();
  const way = ownRole === "owner" ? "close" : "leave";
  const { action, title, means, keep, commit } = WORDS[way];
  const part = { close, leave }[way];
  return (
    <div>
      <Button look="danger" onClick={() => setOpen(true)}>
        {t(action)}
      </Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t(title, { name })}
        keep={t(keep)}
        commit={t(commit)}
        busy={busy}
        onCommit={() =>
          run(
            () => part({ slug }),
            () => navigate(way === "close" ? "/" : `/studio/${slug}`),
          )
        }
      >
        {t(means)}
      </ConfirmDialog>
    </div>
  );
}
