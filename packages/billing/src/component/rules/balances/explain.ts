import { decideFeatureAccess } from "../../../contract/access";
import type { Explanation } from "../../../contract/usageResponses";
import type { CustomerFeature } from "../../../contract/wire";
import { planDeduction } from "./deduction";
import type { DeductionInput } from "./deduction";
import { fromMicros } from "../money/money";

type Source = Explanation["sources"][number];
type Take = Explanation["takes"][number];

/**
 * Explains a check: which balances were considered, which one pays, and which
 * balances it would take from, in that order.
 *
 * @param balances - The customer's or the entity's, by feature id.
 * @param input - The use; its amount ≥ 0.
 * @returns Amounts in feature units; no takes when nothing is used up.
 * @see Spec §6, "Feature access rule"
 */
export function explainUse(
  balances: Readonly<Record<string, CustomerFeature>>,
  input: Omit<DeductionInput, "mode">,
): Explanation {
  const { featureId, amount } = input;
  const required = fromMicros(amount);
  const access = decideFeatureAccess(balances, featureId, required);
  const sources = Object.values(balances)
    .filter(({ id, credit_schema }) => id === featureId || prices(credit_schema, featureId))
    .sort((a, b) => Number(b.id === featureId) - Number(a.id === featureId))
    .map((source): Source => {
      const alone = decideFeatureAccess({ [source.id]: source }, featureId, required);
      const pays = access.allowed && access.source.id === source.id;
      const verdict = pays ? "pays" : alone.allowed ? "spare" : "short";
      const { id: feature_id, balance } = source;
      return { feature_id, verdict, needed: alone.required, balance };
    });
  if (!access.allowed) return { allowed: false, reason: access.reason, sources, takes: [] };
  return { allowed: true, reason: "allowed", sources, takes: takesOf(input) };
}

function takesOf(input: Omit<DeductionInput, "mode">): Take[] {
  const left = new Map(input.balanceRows.map((row) => [row.id, row.balance]));
  return planDeduction({ ...input, mode: "reject" }).moves.flatMap((move) => {
    const row = input.balanceRows.find(({ id }) => id === move.balanceId);
    if (row === undefined) return [];
    const balance = left.get(row.id) ?? 0;
    const isOwn = move.rolloverIndex === null;
    if (isOwn) left.set(row.id, balance - move.amount);
    const from = !isOwn
      ? "rollover"
      : row.unlimited
        ? "nothing"
        : balance > 0
          ? "balance"
          : "overage";
    return [
      {
        balance_id: row.id,
        subscription_id: row.subscription_id,
        feature_id: row.feature_id,
        entity_id: row.entity_id,
        from,
        amount: fromMicros(move.amount),
      },
    ];
  });
}

function prices(schema: CustomerFeature["credit_schema"], featureId: string): boolean {
  return schema?.some((row) => row.feature_id === featureId) ?? false;
}
