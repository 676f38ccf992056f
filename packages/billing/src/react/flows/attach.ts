import type { Attach, Check, ProductPreview } from "../../contract/responses";
import type { Result } from "../../contract/errors";
import type { BrowserArgs, OperationResult } from "../../contract/operations";
import type { AttachParams } from "../params";
import type { BillingEvent } from "../ports";
import type { Transport } from "../transports/transport";
import type { PlanChangeDialogProps, PurchaseParams } from "../types";
import type { Departure, Navigator } from "./navigate";
import type { FinishChange } from "./refresher";
import type { IsLatest } from "./turns";
import { followUrl } from "./navigate";

/** The ports of an attach. */
export interface AttachPorts {
  transport: Transport;
  navigator: Navigator;
  /** Refetches the data on screen, once. */
  expectChange: () => FinishChange;
  emit: (event: BillingEvent) => void;
}

/** Like {@link AttachPorts}, with a dialog to show first. */
export interface AttachDialogPorts extends AttachPorts {
  showPlanChange: (
    dialog: NonNullable<AttachParams["dialog"]>,
    props: Omit<PlanChangeDialogProps, "open" | "setOpen">,
  ) => void;
  hidePlanChange: () => void;
  takeTurn: () => IsLatest;
}

/**
 * Attaches a product, or first shows the effect.
 *
 * With a dialog, it requests a preview from the provider. If there is one, it opens
 * the dialog, unless a newer operation that shows a dialog has started, and returns
 * the check's response; otherwise it attaches the product immediately.
 *
 * @see Spec §4, "Attach flow"
 */
export async function attach(
  ports: AttachDialogPorts,
  params: AttachParams,
): Promise<Result<Attach | Check>> {
  const { dialog, ...attachParams } = params;
  const { openInNewTab, ...args } = attachParams;
  const departure = ports.navigator.prepare(openInNewTab);
  const isLatest = dialog && ports.takeTurn();
  const previewed = dialog ? await askPreview(ports.transport, args) : null;
  if (previewed?.error) {
    departure.cancel();
    return previewed;
  }
  const preview = previewed && previewOf(previewed.data);
  if (previewed && dialog && preview) {
    departure.cancel();
    if (isLatest?.()) ports.showPlanChange(dialog, { preview, attachParams });
    return previewed;
  }
  const attached = await attachAndFollow(ports, args, departure);
  if (!attached.error) ports.hidePlanChange();
  return attached;
}

/** Attaches without a dialog: it navigates to the returned URL, then refetches. */
export async function attachNow(
  ports: AttachPorts,
  { openInNewTab, ...args }: PurchaseParams,
): Promise<OperationResult<"attach">> {
  const departure = ports.navigator.prepare(openInNewTab);
  return await attachAndFollow(ports, args, departure);
}

async function attachAndFollow(
  ports: AttachPorts,
  args: BrowserArgs<"attach">,
  departure: Departure,
): Promise<OperationResult<"attach">> {
  const finish = ports.expectChange();
  const { productId, productIds = productId === undefined ? [] : [productId] } = args;
  ports.emit({ type: "purchase_started", productIds });
  const result = await ports.transport.call("attach", args);
  ports.emit({ type: "purchase_settled", productIds, result });
  const url = result.data?.checkout_url;
  if (url === undefined) departure.cancel();
  const followed = url === undefined ? result : followUrl(result, url, departure);
  await finish(result.error ? "unchanged" : "changed");
  return followed;
}

async function askPreview(
  transport: Transport,
  { productId, entityId }: BrowserArgs<"attach">,
): Promise<OperationResult<"check">> {
  return await transport.call("check", {
    withPreview: true,
    ...(productId !== undefined && { productId }),
    ...(entityId !== undefined && { entityId }),
  });
}

function previewOf(check: Check): ProductPreview | null {
  return check.code === "product_found" ? (check.preview ?? null) : null;
}
