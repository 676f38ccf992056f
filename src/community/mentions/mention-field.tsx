import { plural } from "../../language/text";
import { Suspense, lazy, useId } from "react";
import type { ComponentProps } from "react";
import { VisuallyHidden } from "../../../packages/ui/src/visually-hidden";
import { useMention } from "./use-mention";
import { optionId } from "./use-suggested-people";
import type { Talk } from "./use-suggested-people";

const MentionList = lazy(async () => ({ default: (await import("./mention-list")).MentionList }));

interface MentionFieldProps extends Omit<ComponentProps<"textarea">, "value" | "onChange"> {
  value: string;
  onChange: (text: string) => void;
  /** The work of the text, whose participants are suggested first. */
  talk?: Talk;
}

/** A text field that completes the names of members after an @. */
export function MentionField({ value, onChange, talk, ...control }: MentionFieldProps) {
  const listId = useId();
  const mention = useMention(value, onChange, talk);
  const { field, people, isOpen, active, read } = mention;
  return (
    <>
      <textarea
        {...control}
        ref={field}
        className="billing-input"
        value={value}
        // Not a combobox, because it has several lines, and the list completes only part of them.
        aria-autocomplete="list"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? optionId(listId, active) : undefined}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value);
          read(currentTarget);
        }}
        onSelect={({ currentTarget }) => read(currentTarget)}
        onKeyDown={mention.press}
        onBlur={mention.leave}
      />
      <VisuallyHidden>
        <span role="status">
          {isOpen && plural(people.length, "1 person to mention", "{count} people to mention")}
        </span>
      </VisuallyHidden>
      {isOpen && (
        <Suspense>
          <MentionList
            {...{ field, people, active }}
            id={listId}
            onChoose={mention.choose}
            onDismiss={mention.dismiss}
          />
        </Suspense>
      )}
    </>
  );
}
