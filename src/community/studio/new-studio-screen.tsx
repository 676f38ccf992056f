import { t } from "../../language/text";
import { MEMBER_TEXTS, isVisible } from "../../../convex/contract/texts";
import { useAction, useMutation, useQuery } from "convex/react";
import { useState } from "react";
import { useLocation } from "wouter";
import { api } from "../../../convex/_generated/api";
import { isStudioSlug, studioSlugOf } from "../../../convex/contract/studios";
import { useIdentity } from "../../identity/index";
import { Button } from "../../../packages/ui/src/button";
import { Field, Input } from "../../../packages/ui/src/field";
import { SignInFirst } from "../billing-settings/sign-in-first";
import { usePaywalled } from "../paywalled";
import "../billing-settings/settings.css";
import "./studio-screen.css";

/** Creates a studio. If the plan has no seats, sells one first and then continues. */
export function NewStudioScreen() {
  const { status } = useIdentity();
  if (status === "signedOut") {
    return (
      <SignInFirst title={t("Sign in to open a studio")} path="/studio/new">
        {t("In a studio, several artists share one plan and one page.")}
      </SignInFirst>
    );
  }
  return (
    <div className="settings" data-width="narrow">
      <h1>{t("Open a studio")}</h1>
      <p className="settings-promise">
        {t(
          "Several artists, one page, one plan. The Studio plan has three seats: the first is yours, and you decide who gets the others.",
        )}
      </p>
      <NewStudioForm />
    </div>
  );
}

function NewStudioForm() {
  const [name, setName] = useState("");
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<"none" | "name" | "slug">("none");
  const { busy, paywall, found } = useCreateStudio();
  const slug = typed ?? studioSlugOf(name);

  function submit() {
    const wrong = !isVisible(name) ? "name" : isStudioSlug(slug) ? "none" : "slug";
    setProblem(wrong);
    if (wrong === "none" && !busy) found({ slug, name });
  }
  return (
    <form
      className="studio-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field label={t("Name")} error={problem === "name" ? t("Give it a name.") : undefined}>
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={MEMBER_TEXTS.studioName.most}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field
        label={t("Address")}
        hint={t("spotlight/studio/{slug}. It can't be changed later.", {
          slug: slug === "" ? "…" : slug,
        })}
        error={
          problem === "slug" ? t("Use 3 to 30 lowercase letters, numbers and hyphens.") : undefined
        }
      >
        {(control) => (
          <Input
            {...control}
            value={slug}
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" look="primary" size="large" busy={busy}>
        {t("Open the studio")}
      </Button>
      {paywall}
    </form>
  );
}

/** Creates a studio, gives the owner a seat, and opens the members' page. */
function useCreateStudio() {
  const profile = useQuery(api.community.profiles.functions.mine, {});
  const create = useMutation(api.community.studios.functions.create);
  const assign = useAction(api.community.studios.seats.assign);
  const [, navigate] = useLocation();
  const { busy, run, paywall } = usePaywalled("seats");

  async function createWithSeat(studio: { slug: string; name: string }) {
    const made = await create(studio);
    if (made.error || !profile) return made;
    // Another studio of theirs may use all seats; the members' page then says so.
    await assign({ slug: studio.slug, username: profile.username });
    return made;
  }
  const found = (studio: { slug: string; name: string }) =>
    run(
      () => createWithSeat(studio),
      () => navigate(`/studio/${studio.slug}/members`),
    );
  return { busy, paywall, found };
}
