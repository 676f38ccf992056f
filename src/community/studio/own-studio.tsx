import { t } from "../../language/text";
import { useQuery } from "convex/react";
import { Link } from "wouter";
import { api } from "../../../convex/_generated/api";
import { useCustomer } from "../billing-hooks";
import "./studio-screen.css";

/** Links to the studios that a plan pays for, or to the form for the first one. */
export function OwnStudio() {
  const { customer } = useCustomer({ errorOnNotFound: false });
  const studios = useQuery(api.community.studios.functions.mine, {});
  if (!customer?.features.seats || studios === undefined) return null;
  const own = studios.filter(({ ownRole }) => ownRole === "owner");
  return (
    <p className="studio-own">
      {own.map(({ slug, name }) => (
        <Link
          key={slug}
          className="billing-button"
          data-look="outline"
          href={`/studio/${slug}/members`}
        >
          {t("Manage seats of {name}", { name })}
        </Link>
      ))}
      {own.length === 0 && (
        <Link className="billing-button" data-look="outline" href="/studio/new">
          {t("Open your studio")}
        </Link>
      )}
    </p>
  );
}
