import type { ReactNode } from "react";
import type { Customer } from "../../../packages/billing/src/contract";

export interface GrantDialogProps {
  customerId: string;
  customer: Customer;
  onClose: () => void;
}

/** The props of both kinds of grants. */
export interface GrantProps extends GrantDialogProps {
  /** Chooses the kind. */
  choice: ReactNode;
}
