import { useId } from "react";
import type { ReactNode } from "react";
import "./radio-group.css";

interface RadioOption<Value extends string> {
  value: Value;
  label: ReactNode;
  /** A saving or a condition, announced with the label. */
  hint?: ReactNode;
}

export interface RadioGroupProps<Value extends string> {
  /** The name of the group, for screen readers. */
  legend: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly RadioOption<Value>[];
  /** `segment`: one row of buttons. Default `list`. */
  look?: "list" | "segment";
}

/** A choice of one option, with the browser's own keyboard behaviour for radio buttons. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const name = useId();
  return (
    <fieldset
      className="billing-radio-group"
      data-slot="radio-group"
      data-look={props.look ?? "list"}
      role="radiogroup"
      aria-label={props.legend}
    >
      {props.options.map((option) => (
        <label key={option.value} className="billing-radio">
          <input
            type="radio"
            className="billing-radio-input"
            name={name}
            value={option.value}
            checked={option.value === props.value}
            onChange={() => props.onChange(option.value)}
          />
          <span className="billing-radio-words">
            {option.label}
            {option.hint !== undefined && <span className="billing-radio-hint">{option.hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
