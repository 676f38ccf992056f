import { t } from "../../language/text";
import { useQuery } from "convex/react";
import { useEffect, useRef } from "react";
import { decideFeatureAccess } from "../../../packages/billing/src/contract";
import { api } from "../../../convex/_generated/api";
import { showToast } from "../../shared/toasts";
import { PaywallDialog, useCustomer } from "../billing-hooks";
import { WaitingFiles } from "./waiting-files";
import { needsUpload, waitsForPublish, worksOf } from "./composed-work";
import type { PlanHas } from "./shortfalls";
import type { Need, UploadItem } from "./upload-item";
import type { UploadQueue } from "./upload-queue";
import type { UploadRunner } from "./upload-runner";
import { totalBytesOf } from "./upload-copy";

const UPLOADS = { featureId: "uploads" } as const;
const BYTES_PER_GB = 1_000_000_000;

/**
 * Opens the paywall if the plan does not allow an upload, whether the page notices it at Publish or
 * the server later. Refused files resume as soon as the plan allows them.
 */
export function useUploadGate(queue: UploadQueue, runner: Pick<UploadRunner, "dispatch">) {
  const { customer, check, allowed, refetch } = useCustomer({ errorOnNotFound: false });
  // Preloaded, because the paywall could not load later without a network.
  useEffect(() => PaywallDialog.preload(), []);
  const seats = useQuery(api.community.studios.seatBalances.mine, {});
  // The owner of a studio uses the balance of their own seat, not of all seats.
  const own = seats?.find(({ isOwn }) => isOwn);
  const isUnlimited = customer?.features[UPLOADS.featureId]?.unlimited === true;
  const hasSeats = customer?.features.seats !== undefined && !isUnlimited;
  // If a seat pays, the plan's total says nothing: the server decides.
  const isBySeat = queue.studio !== null || hasSeats;
  const isOut = customer !== null && !isBySeat && !allowed(UPLOADS);
  const denied = queue.items.find(({ step }) => step.status === "denied");
  const asked = denied ? requestOf(denied) : UPLOADS;
  const isAllowed = allowed(asked);

  function unlock() {
    runner.dispatch({ type: "unlocked" });
    showToast("success", { id: "uploads", title: t("Your uploads continue") });
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
    // The server has denied it, so the page's data is stale.
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

  function publish() {
    // A draft does not count as an upload. For other works, the gate above opens the paywall.
    const waiting = worksOf(queue.items).filter(waitsForPublish);
    const isShut = isOut && waiting.flat().some(needsUpload);
    runner.dispatch({ type: isShut ? "gateClosed" : "publishAll" });
    if (isShut && isClosed) offer();
  }

  const uploads = own ? own.uploads : customer?.features[UPLOADS.featureId];
  const lacksSeat = hasSeats && seats !== undefined && !own && queue.studio === null;

  const seat = seats?.find(({ slug }) => slug === queue.studio);
  const has: PlanHas = (need, required) => {
    // Only the server knows the other units of a studio's plan.
    if (!customer || (queue.studio !== null && need !== "uploads")) return true;
    const balance = queue.studio === null ? uploads : seat?.uploads;
    const feature = need === "uploads" ? balance : customer.features[need];
    if (!feature) return need !== "hd_upload";
    return decideFeatureAccess({ [need]: feature }, need, required).allowed;
  };
  return { publish, uploads: lacksSeat ? null : (uploads ?? null), lacksSeat, has };
}

/** The feature and the amount that a denied file needs. */
function requestOf(item: UploadItem): { featureId: Need; requiredBalance?: number } {
  const need = item.step.status === "denied" ? item.step.need : "uploads";
  return need === "storage_gb"
    ? { featureId: need, requiredBalance: totalBytesOf(item) / BYTES_PER_GB }
    : { featureId: need };
}
