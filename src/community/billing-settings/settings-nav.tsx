import { Link, useLocation } from "wouter";
import { msg, t } from "../../language/text";

const PLACES = [
  { href: "/settings", label: msg("Account") },
  { href: "/settings/security", label: msg("Security") },
  { href: "/settings/notifications", label: msg("Notifications") },
  { href: "/settings/billing", label: msg("Billing") },
  { href: "/settings/referrals", label: msg("Referrals") },
] as const;

/** Links between the settings pages. */
export function SettingsNav() {
  const [path] = useLocation();
  return (
    <nav className="settings-nav" aria-label={t("Settings")}>
      {PLACES.map(({ href, label }) => (
        <Link
          key={href}
          href={href}
          {...(path === href && { "aria-current": "page", ref: reveal })}
        >
          {t(label)}
        </Link>
      ))}
    </nav>
  );
}

/** On phones the links are one line, which may be wider than the window. */
function reveal(link: HTMLAnchorElement | null): void {
  const line = link?.parentElement;
  if (line) line.scrollLeft = link.offsetLeft - (line.clientWidth - link.offsetWidth) / 2;
}
