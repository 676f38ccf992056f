import type { ComponentApi } from "../component/_generated/component";
import type { CatalogueDefinition } from "../component/rules/define";
import { runOperation } from "../component/run";
import type { CallOptions } from "../component/run";
import { fail } from "../contract/errors";
import type { Result } from "../contract/errors";
import type { Operation, OperationResult, WireParams } from "../contract/operations";
import type { ActionCtx, ReadingCtx } from "./context";

/** The component as a host has installed it, and the catalogue in the host's code. */
export interface Installed {
  component: ComponentApi;
  catalogue: CatalogueDefinition;
}

/** Error codes for an id that only the host's code knows so far. */
const UNKNOWN: ReadonlySet<string> = new Set(["product_not_found", "feature_not_found"]);

const NOT_INSTALLED =
  "The catalogue in your code is not installed: run `npx convex run billing:install`.";

/** Asks the component for one operation. */
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

/** Adds a hint to the refusal of an unknown id when the host's catalogue was never installed. */
export async function explainUnknown<R extends Result<unknown>>(
  ctx: ReadingCtx,
  installed: Installed,
  result: R,
): Promise<R> {
  const { error } = result;
  if (!error || !UNKNOWN.has(error.code) || (await isInstalled(ctx, installed))) return result;
  return { ...result, error: { ...error, message: `${error.message}. ${NOT_INSTALLED}` } };
}

async function isInstalled(ctx: ReadingCtx, { component, catalogue }: Installed): Promise<boolean> {
  // Without a catalogue nothing can be missing.
  if (catalogue.products.length === 0) return true;
  return await ctx.runQuery(component.public.isInstalled, { catalogue: sendable(catalogue) });
}

/** Definitions as arguments, which are lists that may be written to. */
export function sendable({ currency, features, products, rewards, programs }: CatalogueDefinition) {
  return {
    currency,
    features: [...features],
    products: [...products],
    rewards: [...rewards],
    programs: [...programs],
  };
}
