import { t } from "../../language/text";
import { useState } from "react";
import type { ReactNode } from "react";
import { Link, Redirect, useSearch } from "wouter";
import { useIdentity } from "../../identity";
import { Wordmark } from "../../shared/logo";
import { readNextPath } from "../../shared/next-path";
import { useMinWidth } from "../../../packages/ui/src/use-min-width";
import { worksOfWeek } from "./weekly-works";
import type { AuthWork } from "./weekly-works";
import "./auth-layout.css";

/** From this width on, the work is shown beside the form. */
const BESIDE_MIN_PX = 1024;

export interface AuthLayoutProps {
  title: string;
  /** The link to another page, such as sign-up from sign-in. */
  other: { question: string; label: string; screen: string };
  /** The form. */
  children: ReactNode;
  /** Where to redirect a signed-in user without a `next` path. Default "/". */
  home?: string;
  /** The small print below the form. */
  note?: ReactNode;
  /** Whether signed-in users see it too. Default: they are redirected. */
  staysOpen?: boolean;
}

/**
 * The layout of sign-in and sign-up, with a work beside the form. Redirects a signed-in user to the
 * page that they came from.
 */
export function AuthLayout(props: AuthLayoutProps) {
  const { title, other, children, home, note, staysOpen = false } = props;
  const { status } = useIdentity();
  const search = useSearch();
  const [works] = useState(() => worksOfWeek(Date.now()));
  const beside = useMinWidth(BESIDE_MIN_PX);

  if (status === "signedIn" && !staysOpen)
    return <Redirect to={readNextPath(search, home)} replace />;
  return (
    <div className="auth-layout">
      <Work work={beside ? works.tall : works.wide} />
      <div className="auth-panel">
        <Link href="/" className="auth-home">
          <Wordmark />
        </Link>
        <div className="auth-form">
          <h1 className="auth-title">{title}</h1>
          <p className="auth-other">
            {other.question}{" "}
            <Link href={search === "" ? other.screen : `${other.screen}?${search}`}>
              {other.label}
            </Link>
          </p>
          {children}
          {note !== undefined && <p className="auth-note">{note}</p>}
        </div>
      </div>
    </div>
  );
}

function Work({ work }: { work: AuthWork }) {
  const { src, width, height, alt, title, artist } = work;
  return (
    <figure className="auth-art">
      <div className="auth-work">
        <img src={src} width={width} height={height} alt={t(alt)} />
        <figcaption>
          <span className="auth-work-title">{title}</span>
          <span className="auth-work-artist">{artist}</span>
        </figcaption>
      </div>
    </figure>
  );
}
