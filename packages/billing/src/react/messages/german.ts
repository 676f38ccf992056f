import { GERMAN_ACCOUNT } from "./german-account";
import { GERMAN_DIALOGS } from "./german-dialogs";
import { GERMAN_FAILURES } from "./german-failures";
import { GERMAN_TABLES } from "./german-tables";
import type { Language } from "./language";

/** The billing client in German: `<BillingProvider language={GERMAN} locale="de-DE">`. */
export const GERMAN: Language = {
  tag: "de",
  featureNames: "as_is",
  messages: { ...GERMAN_DIALOGS, ...GERMAN_TABLES, ...GERMAN_ACCOUNT, ...GERMAN_FAILURES },
};
