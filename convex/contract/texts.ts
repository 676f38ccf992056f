/**
 * The rules for every text that members write and others read. Lengths are in UTF-16 code units,
 * like `maxLength` of a field.
 *
 * @see docs/adr/0126
 */
export interface MemberText {
  most: number;
  /** Whether it must not be empty. */
  isRequired: boolean;
  /** A line has no breaks; paragraphs have breaks and tabs. */
  form: "line" | "paragraphs";
}

export const MEMBER_TEXTS = {
  displayName: { most: 60, isRequired: true, form: "line" },
  bio: { most: 500, isRequired: false, form: "paragraphs" },
  profileLink: { most: 200, isRequired: true, form: "line" },
  workTitle: { most: 120, isRequired: true, form: "line" },
  workDescription: { most: 4000, isRequired: false, form: "paragraphs" },
  /** For people who can't see the picture. */
  altText: { most: 1000, isRequired: false, form: "paragraphs" },
  comment: { most: 2000, isRequired: true, form: "paragraphs" },
  collectionTitle: { most: 80, isRequired: true, form: "line" },
  collectionDescription: { most: 500, isRequired: false, form: "paragraphs" },
  studioName: { most: 60, isRequired: true, form: "line" },
  reportNote: { most: 1000, isRequired: false, form: "paragraphs" },
  postalAddress: { most: 400, isRequired: true, form: "paragraphs" },
} as const satisfies Record<string, MemberText>;

export type MemberTextKind = keyof typeof MEMBER_TEXTS;

/**
 * Fonts draw these characters as nothing or a blank: zero-width spaces, fillers, an empty braille
 * cell, the object replacement character, a musical null notehead, blank hieroglyphs.
 */
const BLANK = /[\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}\u{13441}\u{13442}]/gu;
const INK = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Whether any character of a text is visible. */
export function isVisible(text: string): boolean {
  return INK.test(text.replace(BLANK, ""));
}

/** Unpaired surrogates, and formatting that reorders or annotates the text around it. */
const DISGUISING = String.raw`\p{Cs}\u202a-\u202e\u2066-\u206f\ufff9-\ufffb`;
const CONTROLS: Readonly<Record<MemberText["form"], RegExp>> = {
  // In one line, a direction mark only disguises text. Arabic and Hebrew paragraphs need it.
  line: new RegExp(String.raw`[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f${DISGUISING}]`, "u"),
  paragraphs: new RegExp(String.raw`(?![\t\n\r])[\p{Cc}${DISGUISING}]`, "u"),
};

/** The message about such a text, from the server and the browser. */
export const CONTROL_CHARACTERS = {
  message: "This text contains invisible control characters. Type it instead of pasting it",
};

/** Why a text breaks the rules of its kind; null if it is valid. */
export function refusalOfText(
  kind: MemberTextKind,
  text: string,
): "empty" | "too_long" | "control_characters" | null {
  const { most, isRequired, form }: MemberText = MEMBER_TEXTS[kind];
  if (text.length > most) return "too_long";
  if (CONTROLS[form].test(text)) return "control_characters";
  return isRequired && !isVisible(text) ? "empty" : null;
}

/**
 * Removes control characters from a one-line name of an identity provider, because the user has no
 * form to correct it in.
 *
 * @returns Null if nothing visible is left.
 */
export function visibleLine(text: string): string | null {
  const line = text.replace(new RegExp(CONTROLS.line, "gu"), "").trim();
  return isVisible(line) ? line : null;
}
