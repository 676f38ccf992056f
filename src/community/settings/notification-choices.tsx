import { useMutation, useQuery } from "convex/react";
import type { OptimisticLocalStore } from "convex/browser";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { Link } from "wouter";
import { api } from "../../../convex/_generated/api";
import { Skeleton } from "../../../packages/ui/src/skeleton";
import { useHasLocalAccount } from "../../identity/index";
import { T, msg, t } from "../../language/text";
import { useRequest } from "../../shared/use-request";
import "./notification-choices.css";

const { mine, set } = api.community.notifications.settings;
type Choices = NonNullable<FunctionReturnType<typeof mine>>;
type Change = FunctionArgs<typeof set>;
type Kinds = Change["kinds"];

interface RowProps {
  label: string;
  kinds: Kinds;
  /** These need an answer, so the site always shows them. */
  isAlwaysShown?: boolean;
}

const ROWS: readonly RowProps[] = [
  { label: msg("Likes"), kinds: ["like"] },
  { label: msg("Comments"), kinds: ["comment"] },
  { label: msg("Replies"), kinds: ["reply"] },
  { label: msg("Mentions"), kinds: ["mention"] },
  { label: msg("New followers"), kinds: ["follow"] },
  { label: msg("Invitations to studios"), kinds: ["invite", "offer"], isAlwaysShown: true },
];

/** A row for each kind, with checkboxes for the site and for mails. Saved as they change. */
export function NotificationChoices() {
  const choices = useQuery(mine, {});
  const change = useMutation(set).withOptimisticUpdate(showChange);
  const [, run] = useRequest();
  if (!choices) return <Skeleton width="100%" height="340px" />;
  return (
    <>
      <table className="notification-choices">
        <thead>
          <tr>
            <td />
            <th scope="col">{t("On the site")}</th>
            <th scope="col">{t("By mail")}</th>
          </tr>
        </thead>
        <tbody>
          {ROWS.map((row) => (
            <Row
              key={row.label}
              {...row}
              choices={choices}
              onChange={(changed) => run(() => change({ kinds: row.kinds, ...changed }))}
            />
          ))}
        </tbody>
      </table>
      {choices.hasAddress ? (
        <p>{t("There is at most one mail in three hours, about what you have not read here.")}</p>
      ) : (
        <NoAddress />
      )}
      <p>{t("Mails about your sign-in and your payments always come.")}</p>
    </>
  );
}

interface ChoiceProps extends RowProps {
  choices: Choices;
  onChange: (change: Omit<Change, "kinds">) => void;
}

function Row({ label, kinds, isAlwaysShown = false, choices, onChange }: ChoiceProps) {
  const { hidden, mailed, hasAddress } = choices;
  const isShown = isAlwaysShown || !kinds.every((kind) => hidden.includes(kind));
  const isMailed = kinds.every((kind) => mailed.includes(kind));
  const what = t(label);
  return (
    <tr>
      <th scope="row">{what}</th>
      <td>
        <Tick
          label={t("{what}: on the site", { what })}
          checked={isShown}
          disabled={isAlwaysShown}
          onChange={(site) => onChange({ site })}
        />
      </td>
      <td>
        <Tick
          label={t("{what}: by mail", { what })}
          checked={isMailed}
          disabled={!hasAddress || !isShown}
          onChange={(mail) => onChange({ mail })}
        />
      </td>
    </tr>
  );
}

interface TickProps {
  label: string;
  checked: boolean;
  disabled: boolean;
  onChange: (checked: boolean) => void;
}

/** The label around the checkbox is its touch target. */
function Tick({ label, onChange, ...box }: TickProps) {
  return (
    <label>
      <input
        type="checkbox"
        aria-label={label}
        {...box}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}

/** Mails go to a confirmed address. Other identity providers do not share theirs. */
function NoAddress() {
  const isLocal = useHasLocalAccount();
  if (!isLocal) return null;
  const security = <Link href="/settings/security">{t("Confirm an e-mail address")}</Link>;
  return (
    <p>
      <T text="{confirm} to get mails." confirm={security} />
    </p>
  );
}

/** The same rule as on the server: kinds that are hidden on the site are not mailed either. */
function showChange(store: OptimisticLocalStore, { kinds, site, mail }: Change) {
  const shown = store.getQuery(mine, {});
  if (!shown) return;
  const without = (all: Kinds) => all.filter((kind) => !kinds.includes(kind));
  const { hidden, mailed } = shown;
  const isMailed = site !== false && (mail ?? kinds.every((kind) => mailed.includes(kind)));
  store.setQuery(
    mine,
    {},
    {
      ...shown,
      hidden: site === undefined ? hidden : site ? without(hidden) : [...without(hidden), ...kinds],
      mailed: isMailed ? [...without(mailed), ...kinds] : without(mailed),
    },
  );
}
