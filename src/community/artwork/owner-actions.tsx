import { formatDate } from "../../language/format";
import { msg, t } from "../../language/text";
import { useMutation } from "convex/react";
import { Images, Pencil, Zap } from "lucide-react";
import { Suspense, lazy, useState } from "react";
import { useLocation } from "wouter";
import { api } from "../../../convex/_generated/api";
import type { Visibility } from "../../../convex/contract/works";
import { showToast } from "../../shared/toasts";
import { useRequest } from "../../shared/use-request";
import { Button } from "../../../packages/ui/src/button";
import { ConfirmDialog } from "../../../packages/ui/src/confirm-dialog";
import { useCustomer } from "../billing-hooks";
import { usePaywalled } from "../paywalled";
import type { Card } from "../grid/card-data";
import type { Detail } from "./artwork-copy";
import { EditDialog } from "./edit-dialog";
import { PrintOrder, PrintOrders } from "./print-order";

/** Loaded on demand: only an artist needs it, and it contains the code for every file type. */
const EditFilesDialog = lazy(async () => ({
  default: (await import("./edit-files-dialog")).EditFilesDialog,
}));

const ICON = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

const STATES: Record<Detail["state"], string> = {
  published: msg("Everyone can see it."),
  unlisted: msg("Only people with its link see it. It is in no list or search."),
  draft: msg("A draft: only you see it."),
  hidden: msg("An operator hid this work. Only you see it."),
};

const CHANGES: Record<Visibility, string> = {
  published: msg("Publish"),
  unlisted: msg("Make unlisted"),
  draft: msg("Back to drafts"),
};

/** The message after a change of visibility. A first publication needs none. */
const CHANGED = {
  published: msg("Everyone can see {title} now"),
  unlisted: msg("Only people with the link can see {title} now"),
  draft: msg("Only you can see {title} now"),
} as const satisfies Record<Visibility, string>;

/**
 * The visibilities that a work can change to. The caption of a draft already has Publish as its
 * main button.
 */
const OFFERED: Record<Detail["state"], readonly Visibility[]> = {
  published: ["unlisted", "draft"],
  unlisted: ["published", "draft"],
  draft: ["unlisted"],
  hidden: [],
};

interface OwnerActionsProps {
  artwork: Card;
  detail: Detail;
}

/** The actions of an artist on their own work. */
export function OwnerActions({ artwork, detail }: OwnerActionsProps) {
  const { state } = detail;
  const [editing, setEditing] = useState<"words" | "files" | null>(null);
  const close = () => setEditing(null);
  return (
    <section className="viewer-part" aria-label={t("Your work")}>
      <h2>{t("Your work")}</h2>
      <p>{t(STATES[state])}</p>
      <PrintOrders artworkId={artwork.id} />
      <div className="viewer-actions">
        <Button onClick={() => setEditing("words")}>
          <Pencil {...ICON} />
          {t("Edit")}
        </Button>
        <Button onClick={() => setEditing("files")}>
          <Images {...ICON} />
          {t("Pictures")}
        </Button>
        <Boost artwork={artwork} detail={detail} />
        {!artwork.mediaType.startsWith("video/") && <PrintOrder artwork={artwork} />}
      </div>
      <div className="viewer-actions">
        {OFFERED[state].map((to) => (
          <VisibilityButton key={to} artwork={artwork} detail={detail} to={to} />
        ))}
        <TakeDown artwork={artwork} />
      </div>
      <EditDialog artwork={artwork} detail={detail} open={editing === "words"} onClose={close} />
      <Suspense>
        {editing === "files" && (
          <EditFilesDialog artwork={artwork} detail={detail} onClose={close} />
        )}
      </Suspense>
    </section>
  );
}

function Boost({ artwork: { id, title }, detail: { boostedUntil, state } }: OwnerActionsProps) {
  const boost = useMutation(api.community.boosts.boost);
  const { busy, run, paywall } = usePaywalled("boost");
  const { customer } = useCustomer({ errorOnNotFound: false });
  if (boostedUntil !== null) {
    const until = describeTime(boostedUntil);
    return state === "published" ? (
      <p>{t("Boosted until {until}", { until })}</p>
    ) : (
      <p>{t("Boosted until {until}. It is promoted only while it’s public", { until })}</p>
    );
  }
  if (state !== "published") return null;
  return (
    <>
      <Button
        busy={busy}
        onClick={() =>
          run(
            () => boost({ artworkId: id }),
            () => showToast("success", { title: t("{title} is boosted for a day", { title }) }),
          )
        }
      >
        <Zap {...ICON} />
        {describeBoost(customer)}
      </Button>
      {paywall}
    </>
  );
}

/**
 * With the price in credits. Without credits it is omitted, because the paywall then explains it.
 */
function describeBoost(customer: ReturnType<typeof useCustomer>["customer"]): string {
  const prices = customer?.features["credits"]?.credit_schema ?? [];
  const cost = prices.find(({ feature_id }) => feature_id === "boost")?.credit_amount;
  return cost === undefined ? t("Boost for a day") : t("Boost for a day, {cost} credits", { cost });
}

const describeTime = (at: number) => formatDate(at, { dateStyle: "medium", timeStyle: "short" });

interface VisibilityButtonProps extends OwnerActionsProps {
  to: Visibility;
}

/**
 * Changes a work's visibility, with an undo. Asks first if that would waste a running
 * boost.
 */
export function VisibilityButton({ artwork, detail, to }: VisibilityButtonProps) {
  const { id, title } = artwork;
  const { state: from, boostedUntil } = detail;
  const setState = useMutation(api.community.artworks.functions.setState);
  const { busy, run, paywall } = usePaywalled("uploads");
  const [isAsking, setAsking] = useState(false);
  const isBoosted = from === "published" && boostedUntil !== null;

  function change() {
    run(() => setState({ id, state: to }), showChange);
  }

  function showChange() {
    setAsking(false);
    // Publishing a draft uses an upload, which an undo can't return.
    if (from === "draft" || from === "hidden") return;
    const undo = () =>
      run(
        () => setState({ id, state: from }),
        () => undefined,
      );
    showToast("success", { title: t(CHANGED[to], { title }), onUndo: undo });
  }

  return (
    <>
      <Button
        look={to === "published" ? "primary" : "outline"}
        busy={busy}
        onClick={isBoosted ? () => setAsking(true) : change}
      >
        {t(CHANGES[to])}
      </Button>
      {isBoosted && (
        <ConfirmDialog
          open={isAsking}
          onClose={() => setAsking(false)}
          title={t("Interrupt the boost of {title}?", { title })}
          keep={t("Keep it public")}
          commit={t(CHANGES[to])}
          busy={busy}
          onCommit={change}
        >
          {t(
            "The boost ends on {until} even if the work isn’t public until then. Its credits aren’t refunded.",
            { until: describeTime(boostedUntil) },
          )}
        </ConfirmDialog>
      )}
      {paywall}
    </>
  );
}

function TakeDown({ artwork: { id, title } }: { artwork: Card }) {
  const remove = useMutation(api.community.artworks.functions.remove);
  const [, navigate] = useLocation();
  const [open, setOpen] = useState(false);
  const [busy, run] = useRequest();
  return (
    <>
      <Button look="danger" onClick={() => setOpen(true)}>
        {t("Take it down")}
      </Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t("Take {title} down?", { title })}
        keep={t("Keep it")}
        commit={t("Take it down")}
        busy={busy}
        onCommit={() =>
          run(
            () => remove({ id }),
            () => navigate("/"),
          )
        }
      >
        {t("Its files, likes and comments are deleted for good.")}
      </ConfirmDialog>
    </>
  );
}
