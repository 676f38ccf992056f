import { t } from "../../language/text";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useIdentity } from "../../identity/index";
import { ChoiceMenu } from "../../shared/choice-menu";
import type { MenuChoice } from "../../shared/choice-menu";
import { showToast } from "../../shared/toasts";
import { useRequest } from "../../shared/use-request";
import { Button } from "../../../packages/ui/src/button";
import { ReportDialog } from "../artwork/report-dialog";
import { FollowButton } from "../follow-button";
import type { Artist } from "./profile-data";

/** Follow, mute or block an artist. A visitor signs in first. */
export function VisitorActions({ artist }: { artist: Artist }) {
  const { status } = useIdentity();
  if (artist.isBlocked) return <Unblock artist={artist} />;
  return (
    <>
      <FollowButton artist={artist} look="primary" />
      {status === "signedIn" && <More artist={artist} />}
    </>
  );
}

function More({ artist: { username, name, isMuted } }: { artist: Artist }) {
  const silence = useMutation(api.community.relationships.blocks.set);
  const [busy, run] = useRequest();
  const [reporting, setReporting] = useState(false);

  function set(kind: "block" | "mute", enabled: boolean, announcement: string) {
    run(
      () => silence({ username, kind, enabled }),
      () => showToast("success", { title: announcement }),
    );
  }

  const choices: readonly MenuChoice[] = [
    {
      label: isMuted ? t("Unmute") : t("Mute"),
      choose: () =>
        set(
          "mute",
          !isMuted,
          isMuted ? t("{name} is not muted any more", { name }) : t("{name} is muted", { name }),
        ),
    },
    { label: t("Report"), choose: () => setReporting(true) },
    {
      label: t("Block"),
      choose: () => set("block", true, t("{name} is blocked", { name })),
      tone: "danger",
    },
  ];
  return (
    <>
      <ChoiceMenu label={t("More actions for {name}", { name })} busy={busy} choices={choices} />
      <ReportDialog
        subject={{ kind: "profile", id: username }}
        what={name}
        open={reporting}
        setOpen={setReporting}
      />
    </>
  );
}

function Unblock({ artist: { username, name } }: { artist: Artist }) {
  const silence = useMutation(api.community.relationships.blocks.set);
  const [busy, run] = useRequest();
  return (
    <Button
      look="danger"
      busy={busy}
      aria-label={t("Unblock {name}", { name })}
      onClick={() => run(() => silence({ username, kind: "block", enabled: false }))}
    >
      {t("Unblock")}
    </Button>
  );
}
