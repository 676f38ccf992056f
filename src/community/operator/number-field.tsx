import { Field, Input } from "../../../packages/ui/src/field";

export interface NumberFieldProps {
  label: string;
  /** The number as typed. */
  value: string;
  onChange: (typed: string) => void;
  /** An error message for the number; null if it is valid. */
  error: string | null;
  /** Whether fractions are allowed. Default false. */
  decimal?: boolean;
}

/** A number field. Its value is text, so that invalid input stays as typed. */
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
