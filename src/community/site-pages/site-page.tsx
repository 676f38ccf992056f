import type { ReactNode } from "react";
import "./site-page.css";

interface SitePageProps {
  title: string;
  /** One or two sentences under the title. */
  lead: string;
  children: ReactNode;
}

/** A page about the site: help, rules, terms, privacy. */
export function SitePage({ title, lead, children }: SitePageProps) {
  return (
    <article className="site-page">
      <h1>{title}</h1>
      <p className="site-page-lead">{lead}</p>
      {children}
    </article>
  );
}

/** A section of the page, which a URL can link to. */
export function SitePart({
  id,
  title,
  children,
}: {
  id: string;
  title: string;
  children: ReactNode;
}) {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  );
}
