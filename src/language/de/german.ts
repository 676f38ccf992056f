import { GERMAN as BILLING } from "../../../packages/billing/src/react/headless";
import type { Translation } from "../catalogue";
import { APP } from "./app";
import { ARTWORK } from "./artwork";
import { AUTH_LAYOUT } from "./auth-layout";
import { billingInGerman } from "./billing-answers";
import { BILLING_SETTINGS } from "./billing-settings";
import { COLLECTION } from "./collection";
import { COMMON } from "./common";
import { CONFIRM_EMAIL } from "./confirm-email";
import { CROP } from "./crop";
import { DEV_BILLING } from "./dev-billing";
import { DEV_MAIL } from "./dev-mail";
import { EXPLORE } from "./explore";
import { FEED } from "./feed";
import { FORGOT_PASSWORD } from "./forgot-password";
import { GRID } from "./grid";
import { IDENTITY } from "./identity";
import { INSIGHTS } from "./insights";
import { MENTIONS } from "./mentions";
import { NOTIFICATIONS } from "./notifications";
import { OPERATOR } from "./operator";
import { PROFILE } from "./profile";
import { REFERRALS } from "./referrals";
import { RESET_PASSWORD } from "./reset-password";
import { SERVER } from "./server";
import { SETTINGS } from "./settings";
import { SHARED } from "./shared";
import { SITE_PAGES } from "./site-pages";
import { STUDIO } from "./studio";
import { THANKS } from "./thanks";
import { UPLOAD } from "./upload";
import { WELCOME } from "./welcome";
import { WORK_FORM } from "./work-form";
import { SENTENCES } from "./sentences";
import { translateWith } from "./translate-with";

const TEXTS = {
  ...APP,
  ...ARTWORK,
  ...AUTH_LAYOUT,
  ...BILLING_SETTINGS,
  ...COLLECTION,
  ...COMMON,
  ...CONFIRM_EMAIL,
  ...CROP,
  ...DEV_BILLING,
  ...DEV_MAIL,
  ...EXPLORE,
  ...FEED,
  ...FORGOT_PASSWORD,
  ...GRID,
  ...IDENTITY,
  ...INSIGHTS,
  ...MENTIONS,
  ...NOTIFICATIONS,
  ...OPERATOR,
  ...PROFILE,
  ...REFERRALS,
  ...RESET_PASSWORD,
  ...SERVER,
  ...SETTINGS,
  ...SHARED,
  ...SITE_PAGES,
  ...STUDIO,
  ...THANKS,
  ...UPLOAD,
  ...WELCOME,
  ...WORK_FORM,
};

/** The site in German. */
export const GERMAN: Translation = {
  language: "de",
  texts: TEXTS,
  sentence: translateWith(SENTENCES),
  billing: BILLING,
  billingAnswer: billingInGerman,
};
