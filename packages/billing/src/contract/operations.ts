import type { GenericValidator, Infer, ObjectType } from "convex/values";
import type { Result } from "./errors";
import { catalogueRows } from "./operationDefinitions/catalogue";
import { customerRows } from "./operationDefinitions/customers";
import { entityRows } from "./operationDefinitions/entities";
import { invoiceRows } from "./operationDefinitions/invoices";
import { purchaseRows } from "./operationDefinitions/purchases";
import { referralRows } from "./operationDefinitions/referrals";
import type { BrowserArg, BrowserRow, DirectRow } from "./operationDefinitions/row";
import { usageRows } from "./operationDefinitions/usage";

/**
 * The one list of billing operations. An operation's key is also its action's
 * name: `api.billing.<key>`.
 *
 * The direct client, the /v1 router, the action validators and the browser's
 * transports are derived from these rows; no other code spells a billing path.
 *
 * @see Spec §7
 */
export const operations = {
  ...customerRows,
  ...catalogueRows,
  ...purchaseRows,
  ...invoiceRows,
  ...usageRows,
  ...entityRows,
  ...referralRows,
} as const satisfies Readonly<Record<string, DirectRow | BrowserRow>>;

type Table = typeof operations;
export type Operation = keyof Table;
/** Operations that a browser may call; the others are for server code only. */
export type BrowserOperation = {
  [Op in Operation]: Table[Op] extends BrowserRow ? Op : never;
}[Operation];

export const OPERATIONS = Object.keys(operations) as readonly Operation[];
export const BROWSER_OPERATIONS = OPERATIONS.filter(
  (op): op is BrowserOperation => "args" in operations[op],
);

type ArgsOf<Op extends BrowserOperation> = Table[Op]["args"];
type ArgValidators<Op extends BrowserOperation> = {
  [K in keyof ArgsOf<Op>]: ArgsOf<Op>[K] extends BrowserArg
    ? ArgsOf<Op>[K]["validator"]
    : GenericValidator;
};

/** Identifies one attempt of a user; repeating the id returns the first response again. */
interface RequestId {
  clientRequestId?: string | undefined;
}

/** The arguments of a browser, in camel case. */
export type BrowserArgs<Op extends BrowserOperation> = ObjectType<ArgValidators<Op>> & RequestId;
/** The parameters of the provider, in wire names. */
export type WireParams<Op extends Operation> = Infer<Table[Op]["params"]>;
/** The provider's response to a success. */
export type Response<Op extends Operation> = Infer<Table[Op]["result"]>;
export type OperationResult<Op extends Operation> = Result<Response<Op>>;
