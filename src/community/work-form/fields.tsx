import { Field } from "../../../packages/ui/src/field";
import { valuesOf } from "../work-copy";

interface ChoiceProps<Value extends string> {
  label: string;
  /** What may be chosen, and how it is called. */
  options: Readonly<Record<Value, string>>;
  value: Value | null;
  onChange: (value: Value) => void;
  /** How it is called when nothing is chosen; absent: something has to be. */
  none?: string;
  onNone?: () => void;
}

/** One of several, with the browser's own list. */
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

/** Something that is so or not. */
export function Tick({ label, onChange, ...box }: TickProps) {
  return (
    <label className="work-tick">
      <input type="checkbox" {...box} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  );
}
