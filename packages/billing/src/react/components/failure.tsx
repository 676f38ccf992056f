import type { BillingError } from "../../contract/errors";
import { useFormat } from "../hooks/use-format";
import { describeFailure } from "../messages/failure-copy";
import "./failure.css";

export interface FailureProps {
  /** Null: nothing is shown. */
  error: BillingError | null;
  /** A sentence after the failure. */
  note?: string | undefined;
}

/** Why a click failed and what the user can do, next to the button. */
export function Failure({ error, note }: FailureProps) {
  const words = useFormat();
  return (
    error && (
      <p className="billing-failure" role="alert">
        {describeFailure(error, words)}
        {note !== undefined && ` ${note}`}
      </p>
    )
  );
}
