import { Compass, House, LogIn, Plus, Tag } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { useIdentity } from "../identity";
import { VisuallyHidden } from "../../packages/ui/src/visually-hidden";
import { Avatar } from "../shared/avatar";
import { withNextPath } from "../shared/next-path";
import { UnreadBell } from "./unread-bell";
import "./bottom-bar.css";

interface BottomBarProps {
  /** The address of the user's own page; null for visitors. */
  ownPage: string | null;
  /** How many unread notifications the user has. */
  unread: number;
}

/** The navigation bar on phones. */
export function BottomBar({ ownPage, unread }: BottomBarProps) {
  const [path] = useLocation();
  return (
    <nav className="app-bar" aria-label="Quick">
      <Tab href="/" path={path} label="Home">
        <House size={24} strokeWidth={1.75} aria-hidden />
      </Tab>
      <Tab href="/explore" path={path} label="Explore">
        <Compass size={24} strokeWidth={1.75} aria-hidden />
      </Tab>
      <Link href="/upload" className="app-bar-upload" aria-label="Upload">
        <Plus size={24} strokeWidth={1.75} aria-hidden />
      </Link>
      <You path={path} ownPage={ownPage} unread={unread} />
    </nav>
  );
}

function You({ path, ownPage, unread }: BottomBarProps & { path: string }) {
  const identity = useIdentity();
  if (identity.status !== "signedIn" || ownPage === null) {
    return (
      <>
        <Tab href="/pricing" path={path} label="Pricing">
          <Tag size={24} strokeWidth={1.75} aria-hidden />
        </Tab>
        <Tab href={withNextPath("/sign-in", path)} path={path} label="Sign in">
          <LogIn size={24} strokeWidth={1.75} aria-hidden />
        </Tab>
      </>
    );
  }
  const { username, name, imageUrl } = identity;
  return (
    <>
      <Tab href="/notifications" path={path} label="Notifications">
        <UnreadBell unread={unread} size={24} />
        {unread > 0 && <VisuallyHidden>{unread} unread</VisuallyHidden>}{" "}
      </Tab>
      <Tab href={ownPage} path={path} label="You">
        <Avatar name={name ?? username} imageUrl={imageUrl} />
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
