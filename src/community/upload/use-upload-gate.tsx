import { useEffect, useRef } from "react";
import { PaywallDialog } from "../../billing";
import { showToast } from "../../shell/toasts";
import { useCustomer } from "../billing-hooks";
import { WaitingFiles } from "./waiting-files";
import type { UploadQueue } from "./upload-queue";
import type { UploadRunner } from "./upload-runner";

const UPLOADS = { featureId: "uploads" } as const;

/**
 * Opens the paywall when the plan has no upload left, whoever notices first:
 * the page at Publish, or the server in between. Refused files go on by
 * themselves as soon as the plan allows them.
 */
export function useUploadGate(queue: UploadQueue, runner: UploadRunner) {
  const { customer, check, allowed, refetch } = useCustomer({ errorOnNotFound: false });
  const isAllowed = allowed(UPLOADS);
  const isDenied = customer !== null && !isAllowed;

  function unlock() {
    runner.dispatch({ type: "unlocked" });
    showToast("success", { id: "uploads", title: "Your uploads go on" });
  }

  function offer() {
    const context = <WaitingFiles items={queue.items} />;
    return check({ ...UPLOADS, dialog: PaywallDialog, context, onUnlocked: unlock }).data.allowed;
  }

  const latest = useRef({ offer, refetch, unlock });
  useEffect(() => {
    latest.current = { offer, refetch, unlock };
  });

  const isClosed = queue.gate === "closed";
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

  function publish() {
    // A closed gate opens the paywall, above.
    runner.dispatch({ type: isDenied ? "gateClosed" : "published" });
    if (isDenied && isClosed) offer();
  }

  return { publish, uploads: customer?.features[UPLOADS.featureId] ?? null };
}
