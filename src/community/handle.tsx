import "./handle.css";

/** The username, shown beside the display name. It is unique. */
export function Handle({ username }: { username: string }) {
  return <span className="handle">@{username}</span>;
}
