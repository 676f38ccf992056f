import { Ellipsis } from "lucide-react";
import { Button } from "../../packages/ui/src/button";
import { Menu } from "./menu";

interface ChoiceMenuProps {
  label: string;
  /** Whether the chosen action is running. */
  busy: boolean;
  choices: readonly MenuChoice[];
}

/** One row with its action. */
export interface MenuChoice {
  label: string;
  choose: () => void;
  tone?: "danger";
}

/** A menu behind three dots. It closes before the action runs. */
export function ChoiceMenu({ label, busy, choices }: ChoiceMenuProps) {
  const trigger = (
    <Button look="quiet" shape="round" busy={busy} aria-label={label}>
      <Ellipsis size={20} strokeWidth={1.75} aria-hidden />
    </Button>
  );
  return (
    <Menu label={label} trigger={trigger}>
      {(close) =>
        choices.map(({ label: name, choose, tone }) => (
          <button
            key={name}
            type="button"
            className="app-menu-row"
            data-tone={tone}
            onClick={() => {
              close();
              choose();
            }}
          >
            {name}
          </button>
        ))
      }
    </Menu>
  );
}
