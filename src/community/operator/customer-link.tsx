import { Link } from "wouter";

export interface CustomerLinkProps {
  customer: { customer_id: string; name: string | null; email: string | null };
}

/** Leads to a customer, by the best name that is known. */
export function CustomerLink({ customer }: CustomerLinkProps) {
  const { customer_id: id, name, email } = customer;
  return (
    <Link href={`/operator?customer=${encodeURIComponent(id)}`} className="operator-customer">
      {name ?? email ?? id}
    </Link>
  );
}
