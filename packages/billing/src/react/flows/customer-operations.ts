import type { BillingContextValue } from "../context";
import type { CustomerOperations } from "../params";
import type { AttachDialogPorts } from "./attach";
import { attach } from "./attach";
import { checkout } from "./checkout";
import type { CheckoutPorts } from "./checkout";
import type { BrowserOperation, OperationResult, BrowserArgs } from "../../contract/operations";
import type { Transport, TransportArgs } from "../transports/transport";
import type { FinishChange } from "./refresher";
import type { Result } from "../../contract/errors";
import type { Navigator } from "./navigate";
import { NO_CUSTOMER } from "../errors";
import type { ChosenProduct } from "../ports";
import { followUrl } from "./navigate";

/** The ports of these operations, and the identity. */
export type CustomerPorts = AttachDialogPorts &
  CheckoutPorts &
  Pick<BillingContextValue, "identityKey" | "askSignIn">;

/**
 * The operations of a page in the customer's name. A successful change refetches
 * the customer state.
 */
export function customerOperations(given: CustomerPorts): CustomerOperations {
  const isVisitor = given.identityKey === null;
  const transport = isVisitor
    ? visitorTransport(given.transport, given.askSignIn)
    : given.transport;
  const ports = { ...given, transport };
  return {
    attach: (asked) => attach(ports, asked),
    checkout: (asked) => checkout(ports, asked),
    cancel: (asked) => callAndRefresh(ports, "cancel", asked),
    track: (asked) => callAndRefresh(ports, "track", asked),
    query: (asked) => transport.call("query", asked),
    setupPayment: ({ openInNewTab, ...asked } = {}) =>
      openHostedPage(ports, openInNewTab, () => transport.call("setupPayment", asked)),
    openBillingPortal: ({ openInNewTab, ...asked } = {}) =>
      openHostedPage(ports, openInNewTab, () => transport.call("billingPortal", asked)),
    createReferralCode: (asked) => callAndRefresh(ports, "createReferralCode", asked),
    redeemReferralCode: (asked) => callAndRefresh(ports, "redeemReferralCode", asked),
    createEntity: (asked) => callAndRefresh(ports, "createEntity", asked),
    deleteEntity: (asked) => callAndRefresh(ports, "deleteEntity", asked),
  };
}

/** Sends a change; after a success, the data on screen has been refetched. */
async function callAndRefresh<Op extends BrowserOperation>(
  { transport, expectChange }: { transport: Transport; expectChange: () => FinishChange },
  op: Op,
  args: TransportArgs<Op>,
): Promise<OperationResult<Op>> {
  const finish = expectChange();
  const result = await transport.call(op, args);
  await finish(result.error ? "unchanged" : "changed");
  return result;
}

/**
 * Opens a hosted page, such as the card page, once `ask` has returned its URL.
 *
 * @see Spec §2
 */
async function openHostedPage<T extends { url: string }>(
  { navigator }: { navigator: Navigator },
  openInNewTab: boolean | undefined,
  ask: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const departure = navigator.prepare(openInNewTab);
  const result = await ask();
  if (!result.error) return followUrl(result, result.data.url, departure);
  departure.cancel();
  return result;
}

/**
 * A visitor's transport: a call that is refused for lack of a sign-in also asks
 * the host for the sign-in.
 *
 * @param askSignIn - Gets the product that was to be bought; null: none.
 */
function visitorTransport(
  transport: Transport,
  askSignIn: (chosen: ChosenProduct | null) => unknown,
): Transport {
  return {
    async call<Op extends BrowserOperation>(
      op: Op,
      args: TransportArgs<Op>,
    ): Promise<OperationResult<Op>> {
      const result = await transport.call(op, args);
      if (result.statusCode === 401 || result.error?.code === NO_CUSTOMER.code) {
        // A list of entities names no product.
        const { productId } = args as Pick<BrowserArgs<"attach">, "productId">;
        askSignIn(productId === undefined || op === "cancel" ? null : { productId });
      }
      return result;
    },
  };
}
