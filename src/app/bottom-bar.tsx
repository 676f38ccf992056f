import { t } from "../language/text";
import { Compass, House, LogIn, Plus, Tag } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { useIdentity } from "../identity";
import { VisuallyHidden } from "../../packages/ui/src/visually-hidden";
import { Avatar } from "../shared/avatar";
import { withNextPath } from "../shared/next-path";
import type { OwnProfile } from "../shared/use-own-profile";
import { UnreadBell } from "./unread-bell";
import "./bottom-bar.css";

interface BottomBarProps {
  /** The user's own profile; null for visitors. */
  own: OwnProfile | null;
  /** The number of the user's unread notifications. */
  unread: number;
}

/** The navigation bar on phones. */
export function BottomBar({ own, unread }: BottomBarProps) {
  const [path] = useLocation();
  return (
    <nav className="app-bar" aria-label={t("Quick")}>
      <Tab href="/" path={path} label={t("Home")}>
        <House size={24} strokeWidth={1.75} aria-hidden />
      </Tab>
      <Tab href="/explore" path={path} label={t("Explore")}>
        <Compass size={24} strokeWidth={1.75} aria-hidden />
      </Tab>
      <Link href="/upload" className="app-bar-upload" aria-label={t("Upload")}>
        <Plus size={24} strokeWidth={1.75} aria-hidden />
      </Link>
      <You path={path} own={own} unread={unread} />
    </nav>
  );
}

function You({ path, own, unread }: BottomBarProps & { path: string }) {
  const identity = useIdentity();
  if (identity.status !== "signedIn" || own === null) {
    return (
      <>
        <Tab href="/pricing" path={path} label={t("Pricing")}>
          <Tag size={24} strokeWidth={1.75} aria-hidden />
        </Tab>
        <Tab href={withNextPath("/sign-in", path)} path={path} label={t("Sign in")}>
          <LogIn size={24} strokeWidth={1.75} aria-hidden />
        </Tab>
      </>
    );
  }
  return (
    <>
      <Tab href="/notifications" path={path} label={t("Notifications")}>
        <UnreadBell unread={unread} size={24} />
        {unread > 0 && <VisuallyHidden>{t("{unread} unread", { unread })}</VisuallyHidden>}{" "}
      </Tab>
      <Tab href={own.page} path={path} label={t("You")}>
        <Avatar name={own.name} imageUrl={own.imageUrl} />
      </Tab>
    </>
  );
}

interface TabProps {
  href: string;
  path: string;
  label: string;
  children: ReactNode;
}

function Tab({ href, path, label, children }: TabProps) {
  return (
    <Link href={href} className="app-bar-tab" aria-current={path === href ? "page" : undefined}>
      {children}
      {label}
    </Link>
  );
}
