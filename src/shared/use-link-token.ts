import { useEffect, useState } from "react";

/**
 * The token of a link in a mail, which follows "#". It is removed from the URL, so that neither the
 * history nor a shared URL contains it.
 */
export function useLinkToken(): string {
  const [token] = useState(() => location.hash.slice(1));
  useEffect(() => history.replaceState(history.state, "", location.pathname), []);
  return token;
}
