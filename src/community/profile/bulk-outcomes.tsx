import { plural, translateSentence } from "../../language/text";
import { CircleAlert } from "lucide-react";

export interface Outcome {
  id: string;
  title: string;
  /** Why the work was not changed; null if it was. */
  error: { message: string } | null;
}

/** The result for each work: how many are changed, and why the others are not. */
export function BulkOutcomes({ outcomes }: { outcomes: readonly Outcome[] }) {
  const refused = outcomes.filter(({ error }) => error !== null);
  const changed = outcomes.length - refused.length;
  return (
    <div role="status" className="bulk-outcomes">
      {outcomes.length > 0 && (
        <p>{plural(changed, "1 work is changed.", "{count} works are changed.")}</p>
      )}
      {refused.length > 0 && (
        <ul>
          {refused.map(({ id, title, error }) => (
            <li key={id}>
              <CircleAlert size={16} strokeWidth={1.75} aria-hidden />
              <span>
                <cite>{title}</cite> {error && translateSentence(error.message)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
