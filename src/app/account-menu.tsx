import { t } from "../language/text";
import { Bell, ChartColumn, CreditCard, Gift, LogOut, Settings, UserRound } from "lucide-react";
import { Link } from "wouter";
import type { Identity } from "../identity";
import { Avatar } from "../shared/avatar";
import { Menu } from "../shared/menu";
import type { OwnProfile } from "../shared/use-own-profile";
import { StudioLinks } from "./studio-links";
import { ThemeChoice } from "../shared/theme-choice";
import "./unread.css";

export interface AccountMenuProps {
  person: Extract<Identity, { status: "signedIn" }>;
  /** Null while it loads. */
  own: OwnProfile | null;
  /** The number of the user's unread notifications. */
  unread: number;
  signOut: () => Promise<void>;
}

/** The account menu: own page, appearance, sign out. */
export function AccountMenu({ person, own, unread, signOut }: AccountMenuProps) {
  const { username } = person;
  const name = own?.name ?? person.name ?? username;
  const trigger = (
    <button
      type="button"
      className="app-avatar-button"
      aria-label={t("Account of {username}", { username })}
    >
      <Avatar name={name} imageUrl={own?.imageUrl ?? person.imageUrl} />
    </button>
  );
  return (
    <Menu label={t("Account")} trigger={trigger}>
      {(close) => (
        <>
          <div className="app-menu-part">
            <p className="app-menu-name">{name}</p>
          </div>
          {own && (
            <Link href={own.page} className="app-menu-row" onClick={close}>
              <UserRound size={16} strokeWidth={1.75} aria-hidden />
              {t("Your page")}
            </Link>
          )}
          <StudioLinks onLeave={close} />
          <Link href="/notifications" className="app-menu-row" onClick={close}>
            <Bell size={16} strokeWidth={1.75} aria-hidden />
            {t("Notifications")}{" "}
            {unread > 0 && (
              <span className="app-menu-count">{t("{unread} unread", { unread })}</span>
            )}
          </Link>
          <Link href="/insights" className="app-menu-row" onClick={close}>
            <ChartColumn size={16} strokeWidth={1.75} aria-hidden />
            {t("Insights")}
          </Link>
          <Link href="/settings" className="app-menu-row" onClick={close}>
            <Settings size={16} strokeWidth={1.75} aria-hidden />
            {t("Settings")}
          </Link>
          <Link href="/settings/billing" className="app-menu-row" onClick={close}>
            <CreditCard size={16} strokeWidth={1.75} aria-hidden />
            {t("Billing")}
          </Link>
          <Link href="/settings/referrals" className="app-menu-row" onClick={close}>
            <Gift size={16} strokeWidth={1.75} aria-hidden />
            {t("Referrals")}
          </Link>
          <ThemeChoice />
          <button type="button" className="app-menu-row" onClick={() => void signOut()}>
            <LogOut size={16} strokeWidth={1.75} aria-hidden />
            {t("Sign out")}
          </button>
        </>
      )}
    </Menu>
  );
}
