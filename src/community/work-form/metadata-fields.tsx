import { t } from "../../language/text";
import { MEMBER_TEXTS } from "../../../convex/contract/texts";
import { Field, Input } from "../../../packages/ui/src/field";
import { MentionField } from "../mentions/mention-field";
import { Choice, Tick } from "./fields";
import { TagSuggestions } from "./tag-suggestions";
import { LICENCES, MADE_HOW, MEDIA, translatedLabels } from "../work-copy";
import type { MadeHow } from "../../../convex/contract/works";
import type { WorkMetadata } from "./work-metadata";
import "./work-form.css";

interface MetadataFieldsProps {
  /** The title and the description of the picture. */
  words: string;
  metadata: WorkMetadata;
  onChange: (change: Partial<WorkMetadata>) => void;
}

/** How a work was made. People can filter by it. */
export function MadeHowField({
  madeHow,
  onChange,
}: {
  madeHow: MadeHow | null;
  onChange: (madeHow: MadeHow | null) => void;
}) {
  return (
    <Choice
      label={t("How it was made")}
      options={translatedLabels(MADE_HOW)}
      value={madeHow}
      none={t("I’d rather not say")}
      onChange={onChange}
      onNone={() => onChange(null)}
    />
  );
}

/** The optional metadata of a work. */
export function MetadataFields({ words, metadata, onChange }: MetadataFieldsProps) {
  return (
    <>
      <Field label={t("Description")}>
        {(control) => (
          <MentionField
            {...control}
            rows={4}
            value={metadata.description}
            maxLength={MEMBER_TEXTS.workDescription.most}
            onChange={(description) => onChange({ description })}
          />
        )}
      </Field>
      <Field label={t("Tags")} hint={t("Up to 15, separated by commas")}>
        {(control) => (
          <Input
            {...control}
            value={metadata.tags}
            onChange={(event) => onChange({ tags: event.target.value })}
          />
        )}
      </Field>
      <TagSuggestions words={words} tags={metadata.tags} onChange={(tags) => onChange({ tags })} />
      <Choice
        label={t("Medium")}
        options={translatedLabels(MEDIA)}
        value={metadata.medium}
        onChange={(medium) => onChange({ medium })}
      />
      <Choice
        label={t("Licence")}
        options={translatedLabels(LICENCES)}
        value={metadata.licence}
        onChange={(licence) => onChange({ licence })}
      />
      <Tick
        label={t("Sensitive: blurred until someone asks to see it")}
        checked={metadata.sensitive}
        onChange={(sensitive) => onChange({ sensitive })}
      />
      <Tick
        label={t("Ask AI companies not to train on it")}
        checked={metadata.noAi}
        onChange={(noAi) => onChange({ noAi })}
      />
    </>
  );
}
