import { t } from "../../language/text";
import * as Radix from "@radix-ui/react-popover";
import { useEffect } from "react";
import type { RefObject } from "react";
import { Avatar } from "../../shared/avatar";
import { useDialogLayer } from "../../../packages/ui/src/dialog";
import { optionId } from "./use-suggested-people";
import type { Suggested } from "./use-suggested-people";
import "./mention-list.css";

interface MentionListProps {
  id: string;
  field: RefObject<HTMLTextAreaElement | null>;
  people: Suggested;
  /** The index of the person that Enter chooses. */
  active: number;
  onChoose: (place: number) => void;
  onDismiss: () => void;
}

/** Suggested people to mention. The text field keeps the focus. */
export function MentionList({ id, field, people, active, onChoose, onDismiss }: MentionListProps) {
  const layer = useDialogLayer();
  useEffect(() => {
    document.getElementById(optionId(id, active))?.scrollIntoView({ block: "nearest" });
  }, [id, active]);
  return (
    <Radix.Root open onOpenChange={onDismiss}>
      <Radix.Anchor virtualRef={field} />
      <Radix.Portal container={layer}>
        <Radix.Content
          id={id}
          role="listbox"
          aria-label={t("People to mention")}
          className="mention-list"
          side="top"
          align="start"
          sideOffset={4}
          collisionPadding={12}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => {
            if (event.target === field.current) event.preventDefault();
          }}
        >
          {people.map(({ username, name, avatarUrl }, place) => (
            <div
              key={username}
              id={optionId(id, place)}
              role="option"
              aria-selected={place === active}
              className="mention-option"
              // Keeps the focus in the field.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onChoose(place)}
            >
              <Avatar name={name} imageUrl={avatarUrl ?? undefined} />
              <span>
                <b>{name}</b> <span className="mention-username">@{username}</span>
              </span>
            </div>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
