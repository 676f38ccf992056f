/** The signed-in user, stored in this browser. The page reloads when it changes. */
interface Session {
  name: string;
  token: string;
}

const KEY = "session";
const kept = localStorage.getItem(KEY);
export const session = kept === null ? null : (JSON.parse(kept) as Session);

export function begin(next: Session): void {
  localStorage.setItem(KEY, JSON.stringify(next));
  location.reload();
}

export function end(): void {
  localStorage.removeItem(KEY);
  location.reload();
}

const fetchAccessToken = () => Promise.resolve(session && session.token);
const auth = { isLoading: false, isAuthenticated: session !== null, fetchAccessToken };

/** For Convex's own provider. */
export const useSession = () => auth;
