import { decideFeatureAccess } from "../../contract/access";
import type { Explanation } from "../../contract/usageAnswers";
import type { CustomerFeature } from "../../contract/wire";
import { planDeduction } from "./deduction";
import type { DeductionInput } from "./deduction";
import { fromMicros } from "./money";

type Source = Explanation["sources"][number];
type Take = Explanation["takes"][number];

/**
 * Explains a check: which balances were asked, which one pays, and which
 * buckets it would take from, in the order of taking.
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
  const left = new Map(input.buckets.map((bucket) => [bucket.id, bucket.balance]));
  return planDeduction({ ...input, mode: "reject" }).moves.flatMap((move) => {
    const bucket = input.buckets.find(({ id }) => id === move.bucketId);
    if (bucket === undefined) return [];
    const balance = left.get(bucket.id) ?? 0;
    const isOwn = move.rolloverIndex === null;
    if (isOwn) left.set(bucket.id, balance - move.amount);
    const from = !isOwn
      ? "rollover"
      : bucket.unlimited
        ? "nothing"
        : balance > 0
          ? "balance"
          : "overage";
    return [
      {
        bucket_id: bucket.id,
        held_product_id: bucket.held_product_id,
        feature_id: bucket.feature_id,
        entity_id: bucket.entity_id,
        from,
        amount: fromMicros(move.amount),
      },
    ];
  });
}

function prices(schema: CustomerFeature["credit_schema"], featureId: string): boolean {
  return schema?.some((row) => row.feature_id === featureId) ?? false;
}
