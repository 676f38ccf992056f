import { useEffect, useState } from "react";

/**
 * The token of a link in a mail, which stands after "#". It is taken out of the
 * address, so that neither the history nor a page that is shared has it.
 */
export function useLinkToken(): string {
  const [token] = useState(() => location.hash.slice(1));
  useEffect(() => history.replaceState(history.state, "", location.pathname), []);
  return token;
}
