/** Stripe's objects, as far as this project uses them, in the form of its API. */
interface Base {
  id: string;
  object: string;
  created: number;
  metadata: Record<string, string>;
}

export interface Customer extends Base {
  email: string | null;
  name: string | null;
}

export interface PaymentMethod extends Base {
  customer: string | null;
  /** The published test number, stored beside it but never sent. */
  number: string;
}

interface LastError {
  type: string;
  code: string;
  decline_code?: string;
  message: string;
}

export interface PaymentIntent extends Base {
  amount: number;
  amount_received: number;
  currency: string;
  customer: string;
  payment_method: string | null;
  description: string | null;
  status: "requires_payment_method" | "requires_action" | "succeeded" | "canceled";
  next_action: { type: "redirect_to_url"; redirect_to_url: { url: string } } | null;
  last_payment_error: LastError | null;
  return_url: string | null;
}

export interface SetupIntent extends Base {
  customer: string;
  payment_method: string;
  status: "succeeded";
}

export interface Session extends Base {
  mode: "payment" | "setup";
  status: "open" | "complete" | "expired";
  payment_status: "unpaid" | "paid" | "no_payment_required";
  customer: string;
  client_reference_id: string | null;
  amount_total: number;
  currency: string;
  adaptive_pricing: { enabled: boolean };
  payment_intent: string | null;
  setup_intent: string | null;
  url: string | null;
  success_url: string;
  expires_at: number;
  /** The name of the purchase, and the metadata of its payment. */
  line: string;
  inner: Record<string, string>;
}

export interface Refund extends Base {
  amount: number;
  currency: string;
  payment_intent: string;
  status: "succeeded" | "pending" | "failed" | "canceled";
  failure_reason?: string;
}

export interface Dispute extends Base {
  amount: number;
  currency: string;
  payment_intent: string;
  reason: string;
  status: string;
}

export interface StripeEvent {
  id: string;
  object: "event";
  api_version: string;
  created: number;
  livemode: boolean;
  /** The connected account of the report. Absent: our own. */
  account?: string;
  type: string;
  data: { object: object };
}
