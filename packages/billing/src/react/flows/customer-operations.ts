import type { BillingContextValue } from "../context";
import type { BillingPortalParams, CustomerOperations, SetupPaymentParams } from "../params";
import type { AttachDialogPorts } from "./attach";
import { attach } from "./attach";
import { checkout } from "./checkout";
import type { CheckoutPorts } from "./checkout";
import type {
  BrowserArgs,
  BrowserOperation,
  OperationResult,
  Response,
} from "../../contract/operations";
import type { Transport, TransportArgs } from "../transports/transport";
import type { Result } from "../../contract/errors";
import { NO_CUSTOMER } from "../errors";
import type { ChosenProduct } from "../ports";
import { followUrl } from "./navigate";

/** The ports of these operations, and the identity. */
export type CustomerPorts = AttachDialogPorts &
  CheckoutPorts &
  Pick<BillingContextValue, "identityKey" | "askSignIn">;

type PageParams = SetupPaymentParams & BillingPortalParams;

/** The operations of a page for the customer. A successful change refetches the customer. */
export function customerOperations(given: CustomerPorts): CustomerOperations {
  const isVisitor = given.identityKey === null;
  const transport = isVisitor
    ? visitorTransport(given.transport, given.askSignIn)
    : given.transport;
  const ports = { ...given, transport };
  /** Sends a change; after a success, the data on screen has been refetched. */
  const change =
    <Op extends BrowserOperation>(op: Op) =>
    async (asked: TransportArgs<Op>): Promise<OperationResult<Op>> => {
      const finish = ports.expectChange();
      const result = await transport.call(op, asked);
      await finish(result.error ? "unchanged" : "changed");
      return result;
    };
  /** Opens a hosted page, such as the card page, once its URL is known. @see Spec §2 */
  const page =
    <Op extends "setupPayment" | "billingPortal">(op: Op) =>
    async ({ openInNewTab, ...asked }: PageParams = {}): Promise<Result<Response<Op>>> => {
      const departure = ports.navigator.prepare(openInNewTab);
      // Both take a path to return to, or no arguments.
      const result: Result<Response<Op>> = await transport.call(op, asked as BrowserArgs<Op>);
      if (!result.error) return followUrl(result, result.data.url, departure);
      departure.cancel();
      return result;
    };
  return {
    attach: (asked) => attach(ports, asked),
    checkout: (asked) => checkout(ports, asked),
    cancel: change("cancel"),
    track: change("track"),
    query: (asked) => transport.call("query", asked),
    setupPayment: page("setupPayment"),
    openBillingPortal: page("billingPortal"),
    createReferralCode: change("createReferralCode"),
    redeemReferralCode: change("redeemReferralCode"),
    createEntity: change("createEntity"),
    deleteEntity: change("deleteEntity"),
  };
}

/**
 * A visitor's transport: if a call is refused for lack of a sign-in, it also asks the
 * host for the sign-in.
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
