/**
 * Every inspected screen, and the route of the site that it shows; null if it is not a page of the
 * site.
 */
export const SCREENS = {
  gallery: "/",
  explore: "/explore",
  search: "/explore",
  upload: "/upload",
  artwork: "/a/:id",
  "own-work": "/a/:id",
  collection: "/collections/:id",
  profile: "/u/:username",
  "new-studio": "/studio/new",
  studio: "/studio/:slug",
  "studio-members": "/studio/:slug/members",
  pricing: "/pricing",
  card: null,
  settings: "/settings",
  security: "/settings/security",
  "notification-settings": "/settings/notifications",
  billing: "/settings/billing",
  referrals: "/settings/referrals",
  insights: "/insights",
  thanks: "/thanks",
  notifications: "/notifications",
  "dev-billing": "/dev/billing",
  "dev-mail": "/dev/mail",
  operator: "/operator",
  welcome: "/welcome",
  "sign-in": "/sign-in",
  "sign-up": "/sign-up",
  "forgot-password": "/forgot-password",
  "reset-password": "/reset-password",
  "confirm-email": "/confirm-email",
  help: "/help",
  rules: "/rules",
  terms: "/terms",
  privacy: "/privacy",
  nothing: "*",
} as const;

export type ScreenName = keyof typeof SCREENS;

/** Every dialog that is inspected, by its slot. */
export const DIALOGS = [
  "cancel-dialog",
  "checkout-dialog",
  "collect-dialog",
  "collection-dialog",
  "confirm-dialog",
  "delete-account-dialog",
  "edit-dialog",
  "edit-files-dialog",
  "operator-dialog",
  "paywall-dialog",
  "people-dialog",
  "pin-dialog",
  "print-dialog",
  "report-dialog",
  "seat-transfer",
  "sign-in-again-dialog",
] as const;

export type DialogName = (typeof DIALOGS)[number];
