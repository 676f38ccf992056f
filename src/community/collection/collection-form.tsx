import { t } from "../../language/text";
import { MEMBER_TEXTS, isVisible } from "../../../convex/contract/texts";
import { useState } from "react";
import { Button } from "../../../packages/ui/src/button";
import { Field, Input } from "../../../packages/ui/src/field";
import { RadioGroup } from "../../../packages/ui/src/radio-group";
import "./collection-form.css";

/** The fields of a collection. */
export interface CollectionTexts {
  title: string;
  description: string;
  visibility: "public" | "private";
}

const NOTHING: CollectionTexts = { title: "", description: "", visibility: "public" };

interface CollectionFormProps {
  /** Default: an empty collection. */
  texts?: CollectionTexts;
  /** For a button outside the form. */
  id?: string;
  /** The label of the form's own button. Default: it has none. */
  commit?: string;
  busy: boolean;
  onSubmit: (texts: CollectionTexts) => void;
}

/** The title and the visibility of a collection. */
export function CollectionForm(props: CollectionFormProps) {
  const { texts = NOTHING, id, commit, busy, onSubmit } = props;
  const [written, setWritten] = useState(texts);
  const [failure, setFailure] = useState<string>();
  const write = (change: Partial<CollectionTexts>) => setWritten({ ...written, ...change });

  function submit() {
    const isNamed = isVisible(written.title);
    setFailure(isNamed ? undefined : t("Give it a title."));
    if (isNamed && !busy) onSubmit(written);
  }

  return (
    <form
      id={id}
      className="collection-form"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field label={t("Title")} error={failure}>
        {(control) => (
          <Input
            {...control}
            voice="name"
            value={written.title}
            maxLength={MEMBER_TEXTS.collectionTitle.most}
            onChange={(event) => write({ title: event.target.value })}
          />
        )}
      </Field>
      <Field label={t("Description")}>
        {(control) => (
          <Input
            {...control}
            value={written.description}
            maxLength={MEMBER_TEXTS.collectionDescription.most}
            onChange={(event) => write({ description: event.target.value })}
          />
        )}
      </Field>
      <RadioGroup
        legend={t("Who sees it")}
        look="segment"
        value={written.visibility}
        onChange={(visibility) => write({ visibility })}
        options={[
          { value: "public", label: t("Everyone") },
          { value: "private", label: t("Only you") },
        ]}
      />
      {commit !== undefined && (
        <Button type="submit" look="primary" busy={busy}>
          {commit}
        </Button>
      )}
    </form>
  );
}
