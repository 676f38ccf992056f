import { Link } from "wouter";
import "./footer.css";

const PAGES = [
  { href: "/help", label: "Help" },
  { href: "/rules", label: "Rules" },
  { href: "/terms", label: "Terms" },
  { href: "/privacy", label: "Privacy" },
] as const;

/** Below every page: the pages about the site itself. */
export function Footer() {
  return (
    <footer className="app-footer">
      <nav aria-label="About Spotlight">
        {PAGES.map(({ href, label }) => (
          <Link key={href} href={href}>
            {label}
          </Link>
        ))}
      </nav>
    </footer>
  );
}
