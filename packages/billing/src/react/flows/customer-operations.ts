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

/** What these operations reach out to, and for whom. */
export type CustomerPorts = AttachDialogPorts &
  CheckoutPorts &
  Pick<BillingContextValue, "identityKey" | "askSignIn">;

/** Everything a page may do in a customer's name. What changes the customer state also refetches it. */
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

/** Sends a change; when it succeeded, the data on screen has been refetched. */
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
 * Goes to a page of the provider's, such as the one for cards, once `ask` has answered its address.
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
 * A visitor's transport: a call that is refused without a sign-in also asks for the sign-in.
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
        // A list of entities buys nothing.
        const { productId } = args as Pick<BrowserArgs<"attach">, "productId">;
        askSignIn(productId === undefined || op === "cancel" ? null : { productId });
      }
      return result;
    },
  };
}
