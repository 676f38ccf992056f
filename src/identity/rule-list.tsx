import { t, translateSentence } from "../language/text";
import { Circle, CircleCheck } from "lucide-react";
import { VisuallyHidden } from "../../packages/ui/src/visually-hidden";
import type { TextRule } from "../../convex/contract/credentials";

export interface RuleListProps {
  id: string;
  rules: readonly TextRule[];
  text: string;
}

/** Lists all rules from the start, and ticks each as soon as the text meets it. */
export function RuleList({ id, rules, text }: RuleListProps) {
  return (
    <ul id={id} className="identity-rules">
      {rules.map((rule) => (
        <Rule key={rule.message} message={rule.message} met={rule.holds(text)} />
      ))}
    </ul>
  );
}

function Rule({ message, met }: { message: string; met: boolean }) {
  const Icon = met ? CircleCheck : Circle;
  return (
    <li className="identity-rule" data-state={met ? "met" : "open"}>
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      <span>
        {translateSentence(message)}
        {met && <VisuallyHidden>{t(", met")}</VisuallyHidden>}
      </span>
    </li>
  );
}
