import "./spinner.css";

/** Says that something is under way. Decoration: the words beside it carry the meaning. */
export function Spinner() {
  return <span className="billing-spinner" data-slot="spinner" aria-hidden="true" />;
}
