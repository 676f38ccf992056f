import type { BrowserOperation, OperationResult } from "../../contract/operations";
import type { Transport, TransportArgs } from "../transports/transport";
import type { FinishChange } from "./refresher";

/** Asks for what changes what somebody has; on success what is on screen has been refetched. */
export async function callAndRefresh<Op extends BrowserOperation>(
  { transport, expectChange }: { transport: Transport; expectChange: () => FinishChange },
  op: Op,
  args: TransportArgs<Op>,
): Promise<OperationResult<Op>> {
  const finish = expectChange();
  const result = await transport.call(op, args);
  await finish(result.error ? "unchanged" : "changed");
  return result;
}
