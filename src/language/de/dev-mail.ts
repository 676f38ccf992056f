import type { Texts } from "../catalogue";

/** The texts of src/community/dev-mail, in German. */
export const DEV_MAIL = {
  "As HTML": "Als HTML",
  "No mails yet.": "Noch keine Mails.",
  "This site has no mail server. What it would have sent to you is here for a week.":
    "Diese Seite hat keinen Mailserver. Was sie dir geschickt hätte, ist eine Woche lang hier.",
  "To {to},": "An {to},",
  "{subject}, as HTML": "{subject}, als HTML",
} as const satisfies Texts;
