import { t } from "../../language/text";
import { useConvexAuth, useQuery } from "convex/react";
import { useEffect, useRef } from "react";
import { useSearchParams } from "wouter";
import { api } from "../../../convex/_generated/api";
import type { CustomerFeature } from "../../../packages/billing/src/contract";
import { Field } from "../../../packages/ui/src/field";

interface StudioChoiceProps {
  /** Null: the artist's own account. */
  slug: string | null;
  onChange: (slug: string | null) => void;
}

/**
 * Chooses the studio to publish with, whose plan pays; only for members with a seat. A studio's
 * page links here with its name in the URL.
 */
export function StudioChoice({ slug, onChange }: StudioChoiceProps) {
  const { isAuthenticated } = useConvexAuth();
  const [search] = useSearchParams();
  const studios =
    useQuery(api.community.studios.seatBalances.mine, isAuthenticated ? {} : "skip") ?? [];
  const onAsked = useRef(onChange);
  const asked = search.get("studio");
  const invited = studios.some((studio) => studio.slug === asked) ? asked : null;
  useEffect(() => {
    if (invited !== null) onAsked.current(invited);
  }, [invited]);
  if (studios.length === 0) return null;
  const chosen = studios.find((studio) => studio.slug === slug);
  return (
    <Field label={t("Publish for")} hint={chosen ? hintOf(chosen.uploads) : undefined}>
      {(control) => (
        <select
          {...control}
          className="billing-input"
          value={slug ?? ""}
          onChange={({ target }) => onChange(target.value === "" ? null : target.value)}
        >
          <option value="">{t("Yourself")}</option>
          {studios.map((studio) => (
            <option key={studio.slug} value={studio.slug}>
              {studio.name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** The balance of the seat, which pays. */
function hintOf(uploads: CustomerFeature | null): string {
  if (uploads === null) return t("The studio has no plan that pays for uploads.");
  if (uploads.unlimited) return t("Your seat in the studio pays.");
  return t("Your seat in the studio pays: {balance} uploads left.", { balance: uploads.balance });
}
