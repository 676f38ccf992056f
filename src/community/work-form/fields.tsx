import { Field } from "../../../packages/ui/src/field";
import { valuesOf } from "../work-copy";

interface ChoiceProps<Value extends string> {
  label: string;
  /** The options, with their labels. */
  options: Readonly<Record<Value, string>>;
  value: Value | null;
  onChange: (value: Value) => void;
  /** The label of the empty choice; absent: a choice is required. */
  none?: string;
  onNone?: () => void;
}

/** A select with the browser's own list. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, options, value, onChange, none, onNone } = props;
  const values = valuesOf(options);
  return (
    <Field label={label}>
      {(control) => (
        <select
          {...control}
          className="billing-input"
          value={value ?? ""}
          onChange={({ target }) => {
            const chosen = values.find((one) => one === target.value);
            if (chosen === undefined) onNone?.();
            else onChange(chosen);
          }}
        >
          {none !== undefined && <option value="">{none}</option>}
          {values.map((one) => (
            <option key={one} value={one}>
              {options[one]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface TickProps {
  label: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

/** A checkbox with its label. */
export function Tick({ label, onChange, ...box }: TickProps) {
  return (
    <label className="work-tick">
      <input type="checkbox" {...box} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  );
}
