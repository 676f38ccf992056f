/** Which customer an artist of the gallery is. No issuer gives out such a subject. */
export function customerOf(username: string): string {
  return `gallery:${username}`;
}

/** No issuer is called this, so nobody can sign in as an invented artist. */
export function tokenOf(username: string): string {
  return `gallery|${username}`;
}
