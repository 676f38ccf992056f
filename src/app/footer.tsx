import { Link } from "wouter";
import { msg, t } from "../language/text";
import { LanguageRadios } from "../shared/language-choice";
import "./footer.css";

const PAGES = [
  { href: "/help", label: msg("Help") },
  { href: "/rules", label: msg("Rules") },
  { href: "/terms", label: msg("Terms") },
  { href: "/privacy", label: msg("Privacy") },
] as const;

/** The footer of every page: links to the pages about the site, and the language menu. */
export function Footer() {
  return (
    <footer className="app-footer">
      <nav aria-label={t("About Spotlight")}>
        {PAGES.map(({ href, label }) => (
          <Link key={href} href={href}>
            {t(label)}
          </Link>
        ))}
      </nav>
      <LanguageRadios />
    </footer>
  );
}
