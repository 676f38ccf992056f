import type { ReactNode } from "react";
import { t, translateSentence } from "../language/text";
import { reasonOf, tryAgainIn } from "../../packages/billing/src/contract";
import type { BillingError, BillingErrorCode } from "../../packages/billing/src/contract";
import { Countdown } from "../../packages/ui/src/countdown";
import { Notice } from "../../packages/ui/src/notice";

/** The server's refusal. */
export interface Refused {
  message: string;
  code?: string | undefined;
  /** Milliseconds; absent if the server gives none. */
  retryAfterMs?: number | undefined;
}

const FOR_OPERATORS: ReadonlySet<string> = new Set([
  "payments_not_configured",
  "invalid_return_url",
  "unsafe_url",
] satisfies BillingErrorCode[]);

/** The reason of a refusal, with a countdown; null if there is nothing to wait for. */
export function refusalParts({ code = "", message, retryAfterMs }: Refused): {
  reason: string;
  wait: ReactNode;
} {
  // The message names the variables that the operator has to set.
  if (FOR_OPERATORS.has(code)) {
    return { reason: t("Payments are not available right now"), wait: null };
  }
  if (retryAfterMs === undefined) return { reason: translateSentence(message), wait: null };
  const wait = (
    <Countdown waitMs={retryAfterMs} spoken={translateSentence(tryAgainIn(retryAfterMs))} />
  );
  return { reason: translateSentence(reasonOf(message, retryAfterMs)), wait };
}

/** A refusal in one line, for below a field. */
export function refusalLine(refused: Refused): ReactNode {
  const { reason, wait } = refusalParts(refused);
  return wait === null ? (
    reason
  ) : (
    <>
      {reason}. {wait}
    </>
  );
}

/** A refusal above the fields that it may concern. */
export function Refusal({ of }: { of: BillingError | null }) {
  if (!of) return null;
  const { reason, wait } = refusalParts(of);
  return (
    <Notice tone="danger" title={`${reason}.`}>
      {wait}
    </Notice>
  );
}
