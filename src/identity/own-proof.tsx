import { t } from "../language/text";
import { useState } from "react";
import type { AccountErrorCode } from "../../convex/contract/credentials";
import { CODE, CodeField } from "./code-field";
import { CURRENT, PasswordField } from "./password-field";
import { useTypedText } from "./use-form";

/** The proof that the user owns the account; the same as `vOwnProof` on the server. */
export interface OwnProof {
  currentPassword: string;
  code?: string;
}

/** The field of each refusal of a proof. */
export const PROOF_FIELDS = {
  invalid_credentials: "current",
  code_needed: "code",
  invalid_code: "code",
} as const satisfies Partial<Record<AccountErrorCode, string>>;

/** The user's password, and a code once the server asks for one. */
export function useOwnProof() {
  const current = useTypedText(CURRENT);
  const code = useTypedText(CODE);
  const [needsCode, setNeedsCode] = useState(false);
  return {
    ...{ current, code, needsCode },
    /** Marks missing fields; returns whether all are filled in. */
    check: () => {
      current.insist();
      if (needsCode) code.insist();
      return current.value !== "" && (!needsCode || code.value.trim() !== "");
    },
    value: { currentPassword: current.value, ...(needsCode && { code: code.value }) },
    /** Shows the code field if a refusal asks for a code. */
    note: <Refused extends { code: string }>(refused: Refused | null): Refused | null => {
      if (refused?.code === "code_needed") setNeedsCode(true);
      return refused;
    },
    clear: () => {
      current.clear();
      code.clear();
      setNeedsCode(false);
    },
  };
}

interface OwnProofFieldsProps {
  proof: ReturnType<typeof useOwnProof>;
  /** The server's refusal for a field. */
  refusalOf: (field: "current" | "code") => string | undefined;
  /** Default: "Current password". */
  label?: string;
  autoFocus?: boolean;
}

export function OwnProofFields({
  proof: { current, code, needsCode },
  refusalOf,
  label = t("Current password"),
  autoFocus = false,
}: OwnProofFieldsProps) {
  return (
    <>
      <PasswordField
        label={label}
        autoComplete="current-password"
        autoFocus={autoFocus}
        text={current}
        error={current.error ?? refusalOf("current")}
      />
      {needsCode && (
        <CodeField text={code} takes="recovery codes too" error={code.error ?? refusalOf("code")} />
      )}
    </>
  );
}
