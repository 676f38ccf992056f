import { t } from "../language/text";
import { useQuery } from "convex/react";
import { UsersRound } from "lucide-react";
import { Link } from "wouter";
import { api } from "../../convex/_generated/api";

/** Links to the user's studios and invitations. */
export function StudioLinks({ onLeave }: { onLeave: () => void }) {
  const studios = useQuery(api.community.studios.functions.mine, {}) ?? [];
  return studios.map(({ slug, name, state }) => (
    <Link key={slug} href={`/studio/${slug}`} className="app-menu-row" onClick={onLeave}>
      <UsersRound size={16} strokeWidth={1.75} aria-hidden />
      <span>{name}</span>
      {state === "invited" && <span className="app-menu-count">{t("invited")}</span>}
    </Link>
  ));
}
