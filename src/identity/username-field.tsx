import { t } from "../language/text";
import { CircleCheck } from "lucide-react";
import { useId } from "react";
import { USERNAME_RULES } from "../../convex/contract/credentials";
import { Button } from "../../packages/ui/src/button";
import { Field } from "../../packages/ui/src/field";
import { RuleList } from "./rule-list";
import type { NameState } from "./use-availability";
import type { TypedText } from "./use-form";
import { UsernameInput } from "./username-input";

export interface UsernameFieldProps {
  text: TypedText;
  name: NameState;
  error: string | undefined;
}

/** A new username: its rules, its availability, and its profile address. */
export function UsernameField({ text, name, error }: UsernameFieldProps) {
  const rulesId = useId();

  return (
    <div className="identity-field">
      <Field label={t("Username")} hint={hintOf(name, text.value)} error={error}>
        {(control) => (
          <span className="identity-input" data-room="mark">
            <UsernameInput
              {...control}
              aria-describedby={`${control["aria-describedby"] ?? ""} ${rulesId}`.trim()}
              text={text}
            />
            {name.state === "available" && (
              <CircleCheck className="identity-mark" size={18} strokeWidth={1.75} aria-hidden />
            )}
          </span>
        )}
      </Field>
      {name.state === "taken" && <Suggestions names={name.suggestions} onChoose={text.type} />}
      <RuleList id={rulesId} rules={USERNAME_RULES} text={text.value} />
    </div>
  );
}

interface SuggestionsProps {
  names: string[];
  onChoose: (name: string) => void;
}

function Suggestions({ names, onChoose }: SuggestionsProps) {
  return (
    <ul className="identity-suggestions" aria-label={t("Available usernames like it")}>
      {names.map((name) => (
        <li key={name}>
          <Button size="small" onClick={() => onChoose(name)}>
            {name}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function hintOf(name: NameState, username: string): string | undefined {
  const page = t("Your page will be spotlight/u/{username}", { username });
  switch (name.state) {
    case "checking":
      return `${t("Checking.")} ${page}`;
    case "available":
      return `${t("Available.")} ${page}`;
    case "taken":
      return undefined;
    case "unknown":
      return username === "" ? undefined : page;
  }
}
