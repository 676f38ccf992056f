import { msg, t } from "../language/text";
import { Eye, EyeOff } from "lucide-react";
import { useId, useState } from "react";
import { PASSWORD_RULES } from "../../convex/contract/credentials";
import type { TextRule } from "../../convex/contract/credentials";
import { Button } from "../../packages/ui/src/button";
import { Field, Input } from "../../packages/ui/src/field";
import { VisuallyHidden } from "../../packages/ui/src/visually-hidden";
import { RuleList } from "./rule-list";
import type { TypedText } from "./use-form";
import { useDebounced } from "./use-debounced";

/**
 * The only rule for an existing password, because the rules for new ones may have changed since.
 */
export const CURRENT: TextRule[] = [
  { message: msg("Enter your current password"), holds: (text) => text !== "" },
];

interface PasswordFieldProps {
  label: string;
  /** Whether a password manager fills in a password or creates one. */
  autoComplete: "current-password" | "new-password";
  text: TypedText;
  error: string | undefined;
  /** Ids of other descriptions of the field. */
  describedBy?: string;
  /** Whether the field takes the focus, because it opens after a press on a button. */
  autoFocus?: boolean;
}

/** A password field that can show its text. Pasting and password managers work. */
export function PasswordField(props: PasswordFieldProps) {
  const { label, autoComplete, text, error, describedBy, autoFocus = false } = props;
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;

  return (
    <Field label={label} error={error}>
      {(control) => (
        <span className="identity-input" data-room="button">
          <Input
            {...control}
            aria-describedby={join(control["aria-describedby"], describedBy)}
            type={shown ? "text" : "password"}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            required
            autoFocus={autoFocus}
            value={text.value}
            onChange={(event) => text.type(event.target.value)}
            onBlur={text.onBlur}
          />
          <Button
            className="identity-show"
            look="quiet"
            size="small"
            aria-label={t("Show password")}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            <Icon size={16} strokeWidth={1.75} aria-hidden />
            {shown ? t("Hide") : t("Show")}
          </Button>
        </span>
      )}
    </Field>
  );
}

/** A field for a new password: its rules are listed below and ticked. */
export function NewPasswordField({
  label,
  text,
  error,
}: Pick<PasswordFieldProps, "label" | "text" | "error">) {
  const rulesId = useId();
  const spoken = useDebounced(PASSWORD_RULES.filter((rule) => rule.holds(text.value)).length);

  return (
    <div className="identity-field">
      <PasswordField
        label={label}
        autoComplete="new-password"
        text={text}
        error={error}
        describedBy={rulesId}
      />
      <RuleList id={rulesId} rules={PASSWORD_RULES} text={text.value} />
      <VisuallyHidden>
        <span role="status">
          {text.value !== "" &&
            t("{met} of {all} rules met", { met: spoken, all: PASSWORD_RULES.length })}
        </span>
      </VisuallyHidden>
    </div>
  );
}

function join(...ids: (string | undefined)[]): string | undefined {
  return ids.filter((id) => id !== undefined).join(" ") || undefined;
}
