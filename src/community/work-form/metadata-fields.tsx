import { t } from "../../language/text";
import { Field, Input } from "../../../packages/ui/src/field";
import { MentionField } from "../mentions/mention-field";
import { Choice, Tick } from "./fields";
import { TagSuggestions } from "./tag-suggestions";
import { LICENCES, MADE_HOW, MEDIA } from "../work-copy";
import type { WorkMetadata } from "./work-metadata";
import "./work-form.css";

const DESCRIPTION_MAX_LENGTH = 4000;

interface MetadataFieldsProps {
  /** The title and the description of the picture. */
  words: string;
  metadata: WorkMetadata;
  onChange: (change: Partial<WorkMetadata>) => void;
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
            maxLength={DESCRIPTION_MAX_LENGTH}
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
        options={MEDIA}
        value={metadata.medium}
        onChange={(medium) => onChange({ medium })}
      />
      <Choice
        label={t("Made")}
        options={MADE_HOW}
        value={metadata.madeHow}
        none="I’d rather not say"
        onChange={(madeHow) => onChange({ madeHow })}
        onNone={() => onChange({ madeHow: null })}
      />
      <Choice
        label={t("Licence")}
        options={LICENCES}
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
