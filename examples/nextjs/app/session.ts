/** The signed-in user. A cookie, so that the server knows it too. */
export interface Session {
  name: string;
  token: string;
}

export const COOKIE = "session";

export function readSession(value: string | undefined): Session | null {
  return value ? (JSON.parse(decodeURIComponent(value)) as Session) : null;
}

export function begin(session: Session): void {
  const value = encodeURIComponent(JSON.stringify(session));
  document.cookie = `${COOKIE}=${value}; path=/; samesite=lax; max-age=${12 * 60 * 60}`;
  location.reload();
}

export function end(): void {
  document.cookie = `${COOKIE}=; path=/; max-age=0`;
  location.reload();
}
