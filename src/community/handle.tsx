import "./handle.css";

/** The name that somebody signs in with, and that is theirs alone; shown beside what they are called. */
export function Handle({ username }: { username: string }) {
  return <span className="handle">@{username}</span>;
}
