import { t } from "../../language/text";
import { useMutation } from "convex/react";
import { Tags } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { Button } from "../../../packages/ui/src/button";
import { Chip } from "../../../packages/ui/src/chip";
import { usePaywalled } from "../paywalled";
import { tagsIn } from "./work-metadata";

interface TagIdeasProps {
  /** The title and the description of the picture. */
  words: string;
  /** The tags in the form. */
  tags: string;
  onChange: (tags: string) => void;
}

/** Tags of works with similar texts; a click adds one. */
export function TagSuggestions({ words, tags, onChange }: TagIdeasProps) {
  const suggest = useMutation(api.community.artworks.tagSuggestions.suggest);
  const { busy, run, paywall } = usePaywalled("ai_tag");
  const [ideas, setIdeas] = useState<readonly string[] | null>(null);
  const has = tagsIn(tags).map((tag) => tag.trim());

  async function ask() {
    const answer = await suggest({ words, tags: has });
    if (answer.data) setIdeas(answer.data);
    return answer;
  }
  return (
    <div className="work-ideas">
      <Button size="small" busy={busy} onClick={() => run(ask, () => undefined)}>
        <Tags size={16} strokeWidth={1.75} aria-hidden />
        {t("Suggest tags")}
      </Button>
      {ideas
        ?.filter((idea) => !has.includes(idea))
        .map((idea) => (
          <Chip key={idea} pressed={false} onPress={() => onChange([...has, idea].join(", "))}>
            {idea}
          </Chip>
        ))}
      <p role="status">
        {ideas?.length === 0 && t("No similar work has other tags. A longer title may help.")}
      </p>
      {paywall}
    </div>
  );
}
