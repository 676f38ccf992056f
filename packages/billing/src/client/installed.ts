import type { ComponentApi } from "../component/_generated/component";
import type { CatalogueDefinition } from "../component/rules/catalogue/define";
import { runOperation } from "../component/callOperation";
import type { CallOptions } from "../component/callOperation";
import { fail } from "../contract/errors";
import type { Result } from "../contract/errors";
import type { Operation, OperationResult, WireParams } from "../contract/operations";
import type { ActionCtx, ReadingCtx } from "./context";

/** The installed component, and the catalogue in the host's code. */
export interface Installed {
  component: ComponentApi;
  catalogue: CatalogueDefinition;
}

/** Error codes of ids that may exist only in the host's code. */
const UNKNOWN: ReadonlyMap<string, "features" | "products"> = new Map([
  ["product_not_found", "products"],
  ["feature_not_found", "features"],
]);

/** More would hide the hint in a long line. */
const MAX_LISTED_IDS = 20;

const NOT_INSTALLED =
  "The catalogue in your code is not installed: run `npx convex run billing:install`.";

/** Calls one operation of the component. */
export async function run<Op extends Operation>(
  ctx: ActionCtx,
  installed: Installed,
  op: Op,
  params: WireParams<Op>,
  options?: CallOptions,
): Promise<OperationResult<Op>> {
  const result = await runOperation(ctx, installed.component, op, params, options);
  const isEmpty =
    op === "listProducts" && (result.data as { list: unknown[] } | null)?.list.length === 0;
  const isMissing = isEmpty && !(await isInstalled(ctx, installed));
  if (isMissing) return fail("product_not_found", NOT_INSTALLED, 404);
  return await explainUnknown(ctx, installed, result);
}

/**
 * Adds a hint to the refusal of an unknown id: the catalogue is not installed, or has
 * other ids.
 */
export async function explainUnknown<R extends Result<unknown>>(
  ctx: ReadingCtx,
  installed: Installed,
  result: R,
): Promise<R> {
  const { error } = result;
  const kind = error && UNKNOWN.get(error.code);
  if (!kind) return result;
  const hint = (await isInstalled(ctx, installed)) ? listIds(installed, kind) : NOT_INSTALLED;
  return { ...result, error: { ...error, message: `${error.message}. ${hint}` } };
}

function listIds({ catalogue }: Installed, kind: "features" | "products"): string {
  const ids = catalogue[kind].slice(0, MAX_LISTED_IDS).map(({ id }) => id);
  return `The ${kind} in your code are ${ids.join(", ")}.`;
}

async function isInstalled(ctx: ReadingCtx, { component, catalogue }: Installed): Promise<boolean> {
  // Without a catalogue there is nothing to compare.
  if (catalogue.products.length === 0) return true;
  return await ctx.runQuery(component.public.isInstalled, { catalogue: sendable(catalogue) });
}

/** The catalogue as arguments of a function, which need mutable lists. */
export function sendable({ currency, features, products, rewards, programs }: CatalogueDefinition) {
  return {
    currency,
    features: [...features],
    products: [...products],
    rewards: [...rewards],
    programs: [...programs],
  };
}
