import { msg, t } from "../language/text";
import { Plus } from "lucide-react";
import { Link, useLocation } from "wouter";
import { useIdentity } from "../identity";
import { AccountMenu } from "./account-menu";
import { AppearanceMenu } from "./appearance-menu";
import { Wordmark } from "../shared/logo";
import { withNextPath } from "../shared/next-path";
import type { OwnProfile } from "../shared/use-own-profile";
import { SearchField } from "../shared/search-field";
import { UnreadBell } from "./unread-bell";
import "./header.css";

/** The main screens. */
const SECTIONS = [
  { href: "/", label: msg("Home") },
  { href: "/explore", label: msg("Explore") },
  { href: "/pricing", label: msg("Pricing") },
] as const;

interface HeaderProps {
  /** The user's own profile; null for visitors. */
  own: OwnProfile | null;
  /** The number of the user's unread notifications. */
  unread: number;
}

/** The header: logo, main screens, search, account. */
export function Header({ own, unread }: HeaderProps) {
  const [path] = useLocation();
  return (
    <header className="app-header">
      <Link href="/" className="app-home">
        <Wordmark />
      </Link>
      <nav className="app-sections" aria-label={t("Main")}>
        {SECTIONS.map(({ href, label }) => (
          <Link
            key={href}
            href={href}
            className="app-section"
            aria-current={path === href ? "page" : undefined}
          >
            {t(label)}
          </Link>
        ))}
      </nav>
      <SearchField place="header" />
      <Corner path={path} own={own} unread={unread} />
    </header>
  );
}

function Corner({ path, own, unread }: HeaderProps & { path: string }) {
  const identity = useIdentity();
  switch (identity.status) {
    case "loading":
      return <div className="app-corner" />;
    case "signedOut":
      return (
        <div className="app-corner">
          <AppearanceMenu />
          <Link
            href={withNextPath("/sign-in", path)}
            className="billing-button app-wide"
            data-look="text"
          >
            {t("Sign in")}
          </Link>
          <Link
            href={withNextPath("/sign-up", path)}
            className="billing-button"
            data-look="outline"
          >
            {t("Join Spotlight")}
          </Link>
        </div>
      );
    case "signedIn":
      return (
        <div className="app-corner">
          <Link href="/upload" className="billing-button app-wide" data-look="primary">
            <Plus size={16} strokeWidth={1.75} aria-hidden />
            {t("Upload")}
          </Link>
          <Link
            href="/notifications"
            className="billing-button app-wide"
            data-look="text"
            data-shape="round"
            aria-label={
              unread === 0 ? t("Notifications") : t("Notifications, {unread} unread", { unread })
            }
          >
            <UnreadBell unread={unread} size={20} />
          </Link>
          <AccountMenu person={identity} own={own} unread={unread} signOut={identity.signOut} />
        </div>
      );
  }
}
