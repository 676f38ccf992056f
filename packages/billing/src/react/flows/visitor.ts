import type { BrowserArgs, BrowserOperation, OperationResult } from "../../contract/operations";
import { NO_CUSTOMER } from "../errors";
import type { ChosenProduct } from "../ports";
import type { Transport, TransportArgs } from "../transports/transport";

/**
 * A visitor's transport: a call that is refused without a sign-in also asks for the sign-in.
 *
 * @param askSignIn - Gets the product that was to be bought; null: none.
 */
export function visitorTransport(
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
