/**
 * How an amount is paid: from credit first, the rest by card.
 *
 * | due | credit | from credit | by card |
 * |--:|--:|--:|--:|
 * | 600 | 0 | 0 | 600 |
 * | 600 | 250 | 250 | 350 |
 * | −400 | 250 | −400: credit grows by 400 | 0 |
 *
 * @param due - A negative amount is owed to the customer.
 * @param credit - The customer's credit, ≥ 0.
 * @returns In the units of the amounts; the two sum to `due`.
 */
export function splitPayment(due: number, credit: number) {
  const fromCredit = Math.min(credit, due);
  return { fromCredit, byCard: due - fromCredit };
}
