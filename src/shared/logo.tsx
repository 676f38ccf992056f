import "./logo.css";

/** The mark: a disc cut in two halves that are shifted, one highlighted. */
function Logo() {
  return (
    <svg className="app-mark" viewBox="6 0 28 40" aria-hidden="true">
      <path className="app-mark-shade" d="M20 0A14 14 0 0 0 20 28Z" />
      <path className="app-mark-lit" d="M20 12A14 14 0 0 1 20 40Z" />
    </svg>
  );
}

/** Logo and name. */
export function Wordmark() {
  return (
    <span className="app-wordmark">
      <Logo />
      Spotlight
    </span>
  );
}
