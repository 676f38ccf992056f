import { t } from "../../language/text";
import { MEMBER_TEXTS } from "../../../convex/contract/texts";
import { Field, Input } from "../../../packages/ui/src/field";

/** The title and the alternative text of a work. */
interface WorkTitle {
  title: string;
  alt: string;
}

interface TitleFieldsProps extends WorkTitle {
  /** The error of the title. */
  error?: string | undefined;
  onChange: (change: Partial<WorkTitle>) => void;
}

/**
 * The required fields of a work: the title, and the alternative text for people
 * who cannot see it.
 */
export function TitleFields({ title, alt, error, onChange }: TitleFieldsProps) {
  return (
    <>
      <TitleField
        title={title}
        error={error}
        onChange={(changed) => onChange({ title: changed })}
      />
      <AltField
        label={t("Alt text")}
        hint={t("Describe the picture for someone who cannot see it")}
        alt={alt}
        onChange={(changed) => onChange({ alt: changed })}
      />
    </>
  );
}

interface TitleFieldProps {
  title: string;
  error?: string | undefined;
  onChange: (title: string) => void;
}

export function TitleField({ title, error, onChange }: TitleFieldProps) {
  return (
    <Field label={t("Title")} error={error}>
      {(control) => (
        <Input
          {...control}
          voice="name"
          value={title}
          maxLength={MEMBER_TEXTS.workTitle.most}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

interface AltFieldProps {
  label: string;
  hint?: string;
  alt: string;
  onChange: (alt: string) => void;
}

/** The alternative text of one picture. */
export function AltField({ label, alt, onChange, ...note }: AltFieldProps) {
  return (
    <Field label={label} {...note}>
      {(control) => (
        <Input
          {...control}
          value={alt}
          maxLength={MEMBER_TEXTS.altText.most}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
