import { Field, Input } from "../../../packages/ui/src/field";

export interface NumberFieldProps {
  label: string;
  /** As it was typed. */
  value: string;
  onChange: (typed: string) => void;
  /** Which numbers are right; null: this one is. */
  error: string | null;
  /** Whether it has a fraction. Default false. */
  decimal?: boolean;
}

/** A number, as text: what was typed stays, right or wrong. */
export function NumberField({ label, value, onChange, error, decimal = false }: NumberFieldProps) {
  return (
    <Field label={label} {...(error !== null && { error })}>
      {(control) => (
        <Input
          {...control}
          inputMode={decimal ? "decimal" : "numeric"}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
