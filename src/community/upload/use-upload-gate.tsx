import { useQuery } from "convex/react";
import { useEffect, useRef } from "react";
import { api } from "../../../convex/_generated/api";
import { showToast } from "../../shared/toasts";
import { PaywallDialog, useCustomer } from "../billing-hooks";
import { WaitingFiles } from "./waiting-files";
import type { PublishedState, Need, UploadItem } from "./upload-item";
import type { UploadQueue } from "./upload-queue";
import type { UploadRunner } from "./upload-runner";
import { totalBytesOf } from "./upload-copy";

const UPLOADS = { featureId: "uploads" } as const;
const BYTES_PER_GB = 1_000_000_000;

/**
 * Opens the paywall when the plan has not enough, whoever notices first: the
 * page at Publish, or the server in between. Refused files go on by themselves
 * as soon as the plan allows them.
 */
export function useUploadGate(queue: UploadQueue, runner: Pick<UploadRunner, "dispatch">) {
  const { customer, check, allowed, refetch } = useCustomer({ errorOnNotFound: false });
  // Who is out of uploads may be out of the network too.
  useEffect(() => PaywallDialog.preload(), []);
  const seats = useQuery(api.community.studios.seatBalances.mine, {});
  // Who owns a studio has what is left in their own seat, not what all seats have.
  const own = seats?.find(({ isOwn }) => isOwn);
  const isUnlimited = customer?.features[UPLOADS.featureId]?.unlimited === true;
  const hasSeats = customer?.features.seats !== undefined && !isUnlimited;
  // Where a seat pays, what the plan has in all says nothing: the server tells.
  const isBySeat = queue.studio !== null || hasSeats;
  const isOut = customer !== null && !isBySeat && !allowed(UPLOADS);
  const denied = queue.items.find(({ step }) => step.status === "denied");
  const asked = denied ? requestOf(denied) : UPLOADS;
  const isAllowed = allowed(asked);

  function unlock() {
    runner.dispatch({ type: "unlocked" });
    showToast("success", { id: "uploads", title: "Your uploads go on" });
  }

  function offer() {
    const context = <WaitingFiles items={queue.items} />;
    check({ ...asked, dialog: PaywallDialog, context, onUnlocked: unlock });
  }

  const latest = useRef({ offer, refetch, unlock });
  useEffect(() => {
    latest.current = { offer, refetch, unlock };
  });

  const isClosed = denied !== undefined;
  const isDenied = customer !== null && !isAllowed;
  useEffect(() => {
    // The server has denied it: what this page believes is old.
    if (isClosed) void latest.current.refetch();
  }, [isClosed]);
  useEffect(() => {
    if (isClosed && isDenied) latest.current.offer();
  }, [isClosed, isDenied]);

  const wasDenied = useRef(false);
  useEffect(() => {
    if (isClosed && wasDenied.current && isAllowed) latest.current.unlock();
    wasDenied.current = isDenied;
  }, [isClosed, isAllowed, isDenied]);

  function publish(as: PublishedState) {
    // A draft is no upload. A closed gate opens the paywall, above.
    const isShut = isOut && as === "published";
    runner.dispatch({ type: isShut ? "gateClosed" : "publishAll", as });
    if (isShut && isClosed) offer();
  }

  const uploads = own ? own.uploads : customer?.features[UPLOADS.featureId];
  const lacksSeat = hasSeats && seats !== undefined && !own && queue.studio === null;
  return { publish, uploads: lacksSeat ? null : (uploads ?? null), lacksSeat };
}

/** What a denied file asks of the plan. */
function requestOf(item: UploadItem): { featureId: Need; requiredBalance?: number } {
  const need = item.step.status === "denied" ? item.step.need : "uploads";
  return need === "storage_gb"
    ? { featureId: need, requiredBalance: totalBytesOf(item) / BYTES_PER_GB }
    : { featureId: need };
}
