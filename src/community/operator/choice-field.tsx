import { Field } from "../../../packages/ui/src/field";

export interface ChoiceFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: string }[];
}

/** A choice of many, with the browser's own list. */
export function ChoiceField({ label, value, onChange, options }: ChoiceFieldProps) {
  return (
    <Field label={label}>
      {(control) => (
        <select
          {...control}
          className="billing-input"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
