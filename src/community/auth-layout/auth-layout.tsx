import { useState } from "react";
import type { ReactNode } from "react";
import { Link, Redirect, useSearch } from "wouter";
import { useIdentity } from "../../identity";
import { Wordmark } from "../../shared/logo";
import { readNextPath } from "../../shared/next-path";
import { useMinWidth } from "../../../packages/ui/src/use-min-width";
import { worksOfWeek } from "./weekly-works";
import type { EntranceWork } from "./weekly-works";
import "./auth-layout.css";

/** From this width on the work hangs beside the form. */
const BESIDE_MIN_PX = 1024;

export interface EntranceProps {
  title: string;
  /** The other door: for who has an account, or for who has none. */
  other: { question: string; label: string; screen: "/sign-in" | "/sign-up" };
  /** The form. */
  children: ReactNode;
  /** In small print below the form. */
  note?: string;
}

/** A way in, beside a whole work. Whoever is in goes on to where they came from. */
export function Entrance({ title, other, children, note }: EntranceProps) {
  const { status } = useIdentity();
  const search = useSearch();
  const [works] = useState(() => worksOfWeek(Date.now()));
  const beside = useMinWidth(BESIDE_MIN_PX);

  if (status === "signedIn") return <Redirect to={readNextPath(search)} replace />;
  return (
    <div className="entrance">
      <Work work={beside ? works.tall : works.wide} />
      <div className="entrance-door">
        <Link href="/" className="entrance-home">
          <Wordmark />
        </Link>
        <div className="entrance-form">
          <h1 className="entrance-title">{title}</h1>
          <p className="entrance-other">
            {other.question}{" "}
            <Link href={search === "" ? other.screen : `${other.screen}?${search}`}>
              {other.label}
            </Link>
          </p>
          {children}
          {note !== undefined && <p className="entrance-note">{note}</p>}
        </div>
      </div>
    </div>
  );
}

function Work({ work }: { work: EntranceWork }) {
  const { src, width, height, alt, title, artist } = work;
  return (
    <figure className="entrance-wall">
      <div className="entrance-work">
        <img src={src} width={width} height={height} alt={alt} />
        <figcaption>
          <span className="entrance-work-title">{title}</span>
          <span className="entrance-work-artist">{artist}</span>
        </figcaption>
      </div>
    </figure>
  );
}
