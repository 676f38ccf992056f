import "./avatar.css";

export interface AvatarProps {
  name: string;
  imageUrl?: string | undefined;
}

/** A member's picture, or their initials. Decorative: the name is in the text nearby. */
export function Avatar({ name, imageUrl }: AvatarProps) {
  return (
    <span className="app-avatar" aria-hidden="true">
      {imageUrl === undefined ? initialsOf(name) : <img src={imageUrl} alt="" />}
    </span>
  );
}

/** Two letters: of the first and last word, or the first two of a single word. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/u).filter((word) => word !== "");
  const [first = "", last] = [words.at(0), words.length > 1 ? words.at(-1) : undefined];
  const letters = last === undefined ? startOf(first, 2) : startOf(first, 1) + startOf(last, 1);
  return letters.toLocaleUpperCase();
}

/** Counted in code points, so that none is split. */
function startOf(word: string, length: number): string {
  return new RegExp(`^.{0,${length}}`, "u").exec(word)?.[0] ?? "";
}
