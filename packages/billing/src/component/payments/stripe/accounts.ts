import type { RemoteCustomer } from "../processor";
import type { StripeClient } from "./client";
import { isMissing } from "./outcomes";

/**
 * Opens Stripe's customer. What can change (name, address) is set in a second call: a
 * repeated first one must be word for word the same.
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
