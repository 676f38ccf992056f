import { t } from "../../language/text";
import { Field, Input } from "../../../packages/ui/src/field";
import { Choice } from "../work-form/fields";
import { LICENCES, VISIBILITIES, translatedLabels } from "../work-copy";
import type { BulkForm } from "./bulk-changes";

interface BulkChangesFormProps {
  form: BulkForm;
  onChange: (form: BulkForm) => void;
}

/** The changes for all selected works. Fields start as unchanged. */
export function BulkChangesForm({ form, onChange }: BulkChangesFormProps) {
  const change = (changes: Partial<BulkForm>) => onChange({ ...form, ...changes });
  return (
    <>
      <TagsField
        label={t("Add tags")}
        tags={form.addTags}
        onChange={(addTags) => change({ addTags })}
      />
      <TagsField
        label={t("Remove tags")}
        tags={form.removeTags}
        onChange={(removeTags) => change({ removeTags })}
      />
      <Choice
        label={t("Licence")}
        options={translatedLabels(LICENCES)}
        value={form.licence}
        none={t("As it is")}
        onChange={(licence) => change({ licence })}
        onNone={() => change({ licence: null })}
      />
      <Choice
        label={t("Who sees it")}
        options={translatedLabels(VISIBILITIES)}
        value={form.state}
        none={t("As it is")}
        onChange={(state) => change({ state })}
        onNone={() => change({ state: null })}
      />
    </>
  );
}

interface TagsFieldProps {
  label: string;
  tags: string;
  onChange: (tags: string) => void;
}

function TagsField({ label, tags, onChange }: TagsFieldProps) {
  return (
    <Field label={label} hint={t("Separated by commas")}>
      {(control) => (
        <Input {...control} value={tags} onChange={({ target }) => onChange(target.value)} />
      )}
    </Field>
  );
}
