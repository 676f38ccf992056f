import type { RemoteCustomer } from "../processor";
import type { StripeClient } from "./client";
import { isMissing } from "./outcomes";

/**
 * Creates Stripe's customer. A second call sets the fields that can change (name,
 * address), because a repeated first call must be identical.
 */
export async function openAccount(
  stripe: StripeClient,
  { id, customerId, name, email }: RemoteCustomer,
): Promise<string> {
  const metadata = { spotlight_customer: customerId, spotlight_id: id };
  const key = { idempotencyKey: `customer:${id}` };
  const { id: account } = await stripe.customers.create({ metadata }, key);
  if (name === null && email === null) return account;
  await stripe.customers.update(account, { name: name ?? "", email: email ?? "" });
  return account;
}

/** Deletes Stripe's customer with its cards. Payments stay: they are Stripe's books, and ours. */
export async function closeAccount(stripe: StripeClient, account: string): Promise<void> {
  try {
    await stripe.customers.del(account);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
