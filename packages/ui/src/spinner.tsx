import "./spinner.css";

/** A spinner. Decorative: the text beside it carries the meaning. */
export function Spinner() {
  return <span className="billing-spinner" data-slot="spinner" aria-hidden="true" />;
}
