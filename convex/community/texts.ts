import { MEMBER_TEXTS, refusalOfText } from "../contract/texts";
import type { MemberText, MemberTextKind } from "../contract/texts";
import type { Failure } from "../../packages/billing/src/contract";
import { refusals } from "./errors";

/** Why the first of several texts is refused; null: all are valid. */
export function refuseTexts(texts: Partial<Record<MemberTextKind, string>>): Failure | null {
  for (const [kind, text] of Object.entries(texts) as [MemberTextKind, string][]) {
    const refusal = refuseText(kind, text);
    if (refusal) return refusal;
  }
  return null;
}

/** Why a member's text is refused; null if it is valid. */
export function refuseText(kind: MemberTextKind, text: string): Failure | null {
  const { most, isRequired }: MemberText = MEMBER_TEXTS[kind];
  switch (refusalOfText(kind, text)) {
    case null:
      return null;
    case "control_characters":
      return refusals.controlCharacters();
    case "empty":
    case "too_long":
      if (kind === "workTitle") return refusals.badTitle();
      if (kind === "altText") return refusals.badAlt();
      return isRequired ? refusals.badText(most) : refusals.tooLong(most);
  }
}
