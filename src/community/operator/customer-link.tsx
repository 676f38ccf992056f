import { Link } from "wouter";

export interface CustomerLinkProps {
  customer: { customer_id: string; name: string | null; email: string | null };
}

/** A link to a customer, with the best known name. */
export function CustomerLink({ customer }: CustomerLinkProps) {
  const { customer_id: id, name, email } = customer;
  return (
    <Link href={`/operator?customer=${encodeURIComponent(id)}`} className="operator-customer">
      {name ?? email ?? id}
    </Link>
  );
}
