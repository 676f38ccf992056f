import { msg, t } from "../../language/text";
import { useMutation, useQuery } from "convex/react";
import type { OptimisticLocalStore } from "convex/browser";
import type { FunctionArgs } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { useRequest } from "../../shared/use-request";
import { Chip } from "../../../packages/ui/src/chip";
import { RadioGroup } from "../../../packages/ui/src/radio-group";
import { Skeleton } from "../../../packages/ui/src/skeleton";
import { MADE_HOW, valuesOf } from "../work-copy";

const { mine, set } = api.community.profiles.settings;

const SENSITIVE = [
  { value: "show", label: msg("Show it"), hint: msg("As it is, like everything else.") },
  { value: "blur", label: msg("Blur it"), hint: msg("Until you ask for it, work by work.") },
  { value: "hide", label: msg("Hide it"), hint: msg("It is hidden everywhere.") },
] as const;

/** Settings for sensitive and AI-made works. */
export function ContentChoices() {
  const settings = useQuery(mine, {});
  const change = useMutation(set).withOptimisticUpdate(showChange);
  const [, run] = useRequest();
  if (!settings) return <Skeleton width="100%" height="260px" />;
  const { sensitive, hiddenMadeHow } = settings;
  return (
    <>
      <h3>{t("Sensitive content")}</h3>
      <RadioGroup
        legend={t("Sensitive content")}
        value={sensitive}
        onChange={(next) => run(() => change({ sensitive: next }))}
        options={SENSITIVE.map(({ value, label, hint }) => ({
          value,
          label: t(label),
          hint: t(hint),
        }))}
      />
      <h3>{t("Hide from shared feeds")}</h3>
      <div className="settings-ways" role="group" aria-label={t("Hide from shared feeds")}>
        {valuesOf(MADE_HOW).map((value) => (
          <Chip
            key={value}
            pressed={hiddenMadeHow.includes(value)}
            onPress={(pressed) => {
              const others = hiddenMadeHow.filter((hidden) => hidden !== value);
              run(() => change({ hiddenMadeHow: pressed ? [...others, value] : others }));
            }}
          >
            {t(MADE_HOW[value])}
          </Chip>
        ))}
      </div>
      <p>{t("Hidden works still appear on their artist's own page.")}</p>
    </>
  );
}

/** Optimistic: a refusal reverts the choice. */
function showChange(store: OptimisticLocalStore, changes: FunctionArgs<typeof set>) {
  const shown = store.getQuery(mine, {});
  if (!shown) return;
  const { sensitive = shown.sensitive, hiddenMadeHow = shown.hiddenMadeHow } = changes;
  store.setQuery(mine, {}, { sensitive, hiddenMadeHow });
}
