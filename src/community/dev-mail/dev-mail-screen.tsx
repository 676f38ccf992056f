import { formatDate } from "../../language/format";
import { t } from "../../language/text";
import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { useIdentity } from "../../identity";
import { Waiting } from "../../shared/waiting";
import { NotFoundScreen } from "../not-found/not-found-screen";
import "./dev-mail-screen.css";

type Mail = NonNullable<FunctionReturnType<typeof api.mail.devMail.list>>[number];

/** For developers, in the sandbox without a mail server: the mails to the user's own addresses. */
export function DevMailScreen() {
  const { status } = useIdentity();
  return status === "signedIn" ? <OwnMails /> : <NotFoundScreen />;
}

function OwnMails() {
  const mails = useQuery(api.mail.devMail.list, {});
  if (mails === undefined) return <Waiting />;
  if (mails === null) return <NotFoundScreen />;
  return (
    <div className="dev-mail">
      <h1>{t("Mails")}</h1>
      <p>{t("This site has no mail server. What it would have sent to you is here for a week.")}</p>
      {mails.length === 0 && <p>{t("No mails yet.")}</p>}
      <ul>
        {mails.map((mail) => (
          <li key={mail.id}>
            <ShownMail mail={mail} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const ADDRESS = /(https?:\/\/\S+)/;

function ShownMail({ mail: { to, subject, text, html, at } }: { mail: Mail }) {
  const sentAt = new Date(at);
  return (
    <article aria-label={subject}>
      <h2>{subject}</h2>
      <p>
        {t("To {to},", { to })}{" "}
        <time dateTime={sentAt.toISOString()}>
          {formatDate(at, { dateStyle: "medium", timeStyle: "medium" })}
        </time>
      </p>
      <pre>
        {text.split(ADDRESS).map((part, index) =>
          // The odd parts are the addresses.
          index % 2 === 0 ? (
            part
          ) : (
            <a key={index} href={part}>
              {part}
            </a>
          ),
        )}
      </pre>
      <details>
        <summary>{t("As HTML")}</summary>
        <iframe title={t("{subject}, as HTML", { subject })} sandbox="" srcDoc={html} />
      </details>
    </article>
  );
}
