import { Field, Input } from "../../../packages/ui/src/field";
import { TITLE_MAX_LENGTH } from "./work-metadata";

const ALT_MAX_LENGTH = 1000;

/** What a work is called, and what it shows. */
interface WorkTitle {
  title: string;
  alt: string;
}

interface TitleFieldsProps extends WorkTitle {
  /** What is wrong with the title. */
  error?: string | undefined;
  onChange: (change: Partial<WorkTitle>) => void;
}

/** What an artist has to say of a work, and for whom cannot see it. */
export function TitleFields({ title, alt, error, onChange }: TitleFieldsProps) {
  return (
    <>
      <Field label="Title" error={error}>
        {(control) => (
          <Input
            {...control}
            voice="name"
            value={title}
            maxLength={TITLE_MAX_LENGTH}
            onChange={(event) => onChange({ title: event.target.value })}
          />
        )}
      </Field>
      <Field label="Alt text" hint="Describe the picture for someone who cannot see it">
        {(control) => (
          <Input
            {...control}
            value={alt}
            maxLength={ALT_MAX_LENGTH}
            onChange={(event) => onChange({ alt: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}
