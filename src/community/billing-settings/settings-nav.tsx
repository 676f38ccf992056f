import { Link, useLocation } from "wouter";
import { msg, t } from "../../language/text";

const PLACES = [
  { href: "/settings", label: "Account" },
  { href: "/settings/security", label: "Security" },
  { href: "/settings/billing", label: "Billing" },
  { href: "/settings/referrals", label: "Referrals" },
] as const;

/** Links between the settings pages. */
export function SettingsNav() {
  const [path] = useLocation();
  return (
    <nav className="settings-nav" aria-label={t("Settings")}>
      {PLACES.map(({ href, label }) => (
        <Link key={href} href={href} aria-current={path === href ? "page" : undefined}>
          {t(label)}
        </Link>
      ))}
    </nav>
  );
}
