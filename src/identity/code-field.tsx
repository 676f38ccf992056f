import { msg, t } from "../language/text";
import type { TextRule } from "../../convex/contract/credentials";
import { Field, Input } from "../../packages/ui/src/field";
import type { TypedText } from "./use-form";

export const CODE: TextRule[] = [
  { message: msg("Enter the code"), holds: (text) => text.trim() !== "" },
];

interface CodeFieldProps {
  text: TypedText;
  error: string | undefined;
  /** Recovery codes have letters; the app's codes are digits. */
  takes: "app codes" | "recovery codes too";
}

/**
 * A field for a code of two-step sign-in. Takes focus, because it appears only when a
 * code is needed.
 */
export function CodeField({ text, error, takes }: CodeFieldProps) {
  const isDigits = takes === "app codes";
  const hint = t("From your authenticator app, or one of your recovery codes.");
  return (
    <Field label={t("Code")} error={error} {...(!isDigits && { hint })}>
      {(control) => (
        <Input
          {...control}
          {...(isDigits && { inputMode: "numeric" as const })}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          value={text.value}
          onChange={(event) => text.type(event.target.value)}
          onBlur={text.onBlur}
        />
      )}
    </Field>
  );
}
