import type { ReactNode } from "react";
import { msg } from "../language/text";
import { FeedScreen } from "../community/feed/feed-screen";
import { NotFoundScreen } from "../community/not-found/not-found-screen";
import { lazyScreen } from "../shared/lazy-screen";

/** The props that a screen gets from the URL. */
export type RouteParams = Readonly<Record<string, string | undefined>>;

export interface SiteRoute {
  path: string;
  /** The document's title; null: the screen's heading is the title. */
  title: string | null;
  /** `site` has header and bars; `bare` is only the screen. */
  layout: "site" | "bare";
  render: (params: RouteParams) => ReactNode;
  /** Loads the screen's code before the server renders it, because rendering can't wait. */
  prepare?: () => Promise<unknown>;
  /** For search engines: the page is public, and the same for everyone. */
  description?: string;
  /** A work, a member …: the deployment describes it for search engines and chats. */
  isShared?: true;
  /** The server renders it for visitors who arrive here. Absent: the browser renders it. */
  serverRendered?: ServerRendered;
}

interface ServerRendered {
  /** The module of the page's own styles; null: the site's styles are enough. */
  module: string | null;
  /** The smallest width of the window, in pixels, that has another layout. */
  wideFromPx?: number;
}

/** Every grid links to works, so this code loads before a work is opened. */
export const prepareWorks = async () => await ArtworkScreen.prepare();

const ExploreScreen = lazyScreen(
  async () => (await import("../community/explore/explore-screen")).ExploreScreen,
);
const UploadScreen = lazyScreen(
  async () => (await import("../community/upload/upload-screen")).UploadScreen,
);
const ArtworkScreen = lazyScreen(
  async () => (await import("../community/artwork/artwork-screen")).ArtworkScreen,
);
const CollectionScreen = lazyScreen(
  async () => (await import("../community/collection/collection-screen")).CollectionScreen,
);
const ProfileScreen = lazyScreen(
  async () => (await import("../community/profile/profile-screen")).ProfileScreen,
);
const NewStudioScreen = lazyScreen(
  async () => (await import("../community/studio/new-studio-screen")).NewStudioScreen,
);
const StudioScreen = lazyScreen(
  async () => (await import("../community/studio/studio-screen")).StudioScreen,
);
const MembersScreen = lazyScreen(
  async () => (await import("../community/studio/members-screen")).MembersScreen,
);
const PricingScreen = lazyScreen(
  async () => (await import("../community/pricing/pricing-screen")).PricingScreen,
);
const BillingSettingsScreen = lazyScreen(
  async () =>
    (await import("../community/billing-settings/billing-settings-screen")).BillingSettingsScreen,
);
const ThanksScreen = lazyScreen(
  async () => (await import("../community/thanks/thanks-screen")).ThanksScreen,
);
const InsightsScreen = lazyScreen(
  async () => (await import("../community/insights/insights-screen")).InsightsScreen,
);
const SettingsScreen = lazyScreen(
  async () => (await import("../community/settings/settings-screen")).SettingsScreen,
);
const NotificationsScreen = lazyScreen(
  async () => (await import("../community/notifications/notifications-screen")).NotificationsScreen,
);
const ReferralsScreen = lazyScreen(
  async () => (await import("../community/referrals/referrals-screen")).ReferralsScreen,
);
const DevBillingScreen = lazyScreen(
  async () => (await import("../community/dev-billing/dev-billing-screen")).DevBillingScreen,
);
const DevMailScreen = lazyScreen(
  async () => (await import("../community/dev-mail/dev-mail-screen")).DevMailScreen,
);
const SecurityScreen = lazyScreen(
  async () => (await import("../community/settings/security-screen")).SecurityScreen,
);
const NotificationsSettingsScreen = lazyScreen(
  async () =>
    (await import("../community/settings/notifications-settings-screen"))
      .NotificationsSettingsScreen,
);
const ForgotPasswordScreen = lazyScreen(
  async () =>
    (await import("../community/forgot-password/forgot-password-screen")).ForgotPasswordScreen,
);
const ResetPasswordScreen = lazyScreen(
  async () =>
    (await import("../community/reset-password/reset-password-screen")).ResetPasswordScreen,
);
const ConfirmEmailScreen = lazyScreen(
  async () => (await import("../community/confirm-email/confirm-email-screen")).ConfirmEmailScreen,
);
const OperatorScreen = lazyScreen(
  async () => (await import("../community/operator/operator-screen")).OperatorScreen,
);
const WelcomeScreen = lazyScreen(
  async () => (await import("../community/welcome/welcome-screen")).WelcomeScreen,
);
const SignInScreen = lazyScreen(
  async () => (await import("../community/sign-in/sign-in-screen")).SignInScreen,
);
const SignUpScreen = lazyScreen(
  async () => (await import("../community/sign-up/sign-up-screen")).SignUpScreen,
);

const HelpScreen = lazyScreen(
  async () => (await import("../community/site-pages/help-screen")).HelpScreen,
);
const RulesScreen = lazyScreen(
  async () => (await import("../community/site-pages/rules-screen")).RulesScreen,
);
const TermsScreen = lazyScreen(
  async () => (await import("../community/site-pages/terms-screen")).TermsScreen,
);
const PrivacyScreen = lazyScreen(
  async () => (await import("../community/site-pages/privacy-screen")).PrivacyScreen,
);

export const ROUTES: readonly SiteRoute[] = [
  {
    path: "/",
    title: null,
    layout: "site",
    render: () => <FeedScreen />,
    description: msg("A community where digital artists share their creativity authentically."),
    serverRendered: { module: null },
  },
  {
    path: "/explore",
    title: msg("Explore"),
    layout: "site",
    render: () => <ExploreScreen />,
    prepare: ExploreScreen.prepare,
    description: msg("Find digital art by its artist, its medium, its tags and how it was made."),
    serverRendered: { module: "src/community/explore/explore-screen.tsx" },
  },
  {
    path: "/upload",
    title: msg("Upload"),
    layout: "site",
    render: () => <UploadScreen />,
  },
  {
    path: "/a/:id",
    title: null,
    layout: "site",
    render: ({ id = "" }) => <ArtworkScreen id={id} />,
    prepare: ArtworkScreen.prepare,
    isShared: true,
    serverRendered: { module: "src/community/artwork/artwork-screen.tsx" },
  },
  {
    path: "/collections/:id",
    title: null,
    layout: "site",
    render: ({ id = "" }) => <CollectionScreen id={id} />,
    isShared: true,
  },
  {
    path: "/u/:username",
    title: null,
    layout: "site",
    render: ({ username = "" }) => <ProfileScreen username={username} />,
    isShared: true,
  },
  {
    path: "/studio/new",
    title: msg("Open a studio"),
    layout: "site",
    render: () => <NewStudioScreen />,
  },
  {
    path: "/studio/:slug",
    title: null,
    layout: "site",
    render: ({ slug = "" }) => <StudioScreen slug={slug} />,
    isShared: true,
  },
  {
    path: "/studio/:slug/members",
    title: null,
    layout: "site",
    render: ({ slug = "" }) => <MembersScreen slug={slug} />,
  },
  {
    path: "/pricing",
    title: msg("Pricing"),
    layout: "site",
    render: () => <PricingScreen />,
    prepare: PricingScreen.prepare,
    description: msg("What Spotlight costs: a free plan, plans for artists, and one for studios."),
    serverRendered: { module: "src/community/pricing/pricing-screen.tsx", wideFromPx: 1024 },
  },
  {
    path: "/settings",
    title: msg("Account"),
    layout: "site",
    render: () => <SettingsScreen />,
  },
  {
    path: "/settings/security",
    title: msg("Security"),
    layout: "site",
    render: () => <SecurityScreen />,
  },
  {
    path: "/settings/notifications",
    title: msg("Notifications"),
    layout: "site",
    render: () => <NotificationsSettingsScreen />,
  },
  {
    path: "/thanks",
    title: msg("Thank you"),
    layout: "site",
    render: () => <ThanksScreen />,
  },
  {
    path: "/settings/billing",
    title: msg("Billing"),
    layout: "site",
    render: () => <BillingSettingsScreen />,
  },
  {
    path: "/settings/referrals",
    title: msg("Referrals"),
    layout: "site",
    render: () => <ReferralsScreen />,
  },
  {
    path: "/insights",
    title: msg("Insights"),
    layout: "site",
    render: () => <InsightsScreen />,
  },
  {
    path: "/notifications",
    title: msg("Notifications"),
    layout: "site",
    render: () => <NotificationsScreen />,
  },
  {
    path: "/dev/billing",
    title: msg("Test clock"),
    layout: "site",
    render: () => <DevBillingScreen />,
  },
  {
    path: "/dev/mail",
    title: msg("Mails"),
    layout: "site",
    render: () => <DevMailScreen />,
  },
  {
    // No title, so that a page title does not reveal the page to others.
    path: "/operator",
    title: null,
    layout: "site",
    render: () => <OperatorScreen />,
  },
  {
    path: "/welcome",
    title: msg("Welcome"),
    layout: "site",
    render: () => <WelcomeScreen />,
  },
  {
    path: "/sign-in",
    title: msg("Welcome back"),
    layout: "bare",
    render: () => <SignInScreen />,
  },
  {
    path: "/sign-up",
    title: msg("Join Spotlight"),
    layout: "bare",
    render: () => <SignUpScreen />,
  },
  {
    path: "/forgot-password",
    title: msg("Forgotten password"),
    layout: "bare",
    render: () => <ForgotPasswordScreen />,
  },
  {
    path: "/reset-password",
    title: msg("Choose a new password"),
    layout: "bare",
    render: () => <ResetPasswordScreen />,
  },
  {
    path: "/confirm-email",
    title: msg("Confirm your address"),
    layout: "bare",
    render: () => <ConfirmEmailScreen />,
  },
  {
    path: "/help",
    title: msg("Help"),
    layout: "site",
    render: () => <HelpScreen />,
    prepare: HelpScreen.prepare,
    description: msg(
      "How to share work on Spotlight, what plans include, and what to do with a problem.",
    ),
    serverRendered: { module: "src/community/site-pages/help-screen.tsx" },
  },
  {
    path: "/rules",
    title: msg("Rules"),
    layout: "site",
    render: () => <RulesScreen />,
    prepare: RulesScreen.prepare,
    description: msg("What members of Spotlight agree on, and what happens after a report."),
    serverRendered: { module: "src/community/site-pages/rules-screen.tsx" },
  },
  {
    path: "/terms",
    title: msg("Terms"),
    layout: "site",
    render: () => <TermsScreen />,
    prepare: TermsScreen.prepare,
    description: msg("Your work stays yours: what you and Spotlight can expect from each other."),
    serverRendered: { module: "src/community/site-pages/terms-screen.tsx" },
  },
  {
    path: "/privacy",
    title: msg("Privacy"),
    layout: "site",
    render: () => <PrivacyScreen />,
    prepare: PrivacyScreen.prepare,
    description: msg("What Spotlight stores about you, for how long, and who else sees it."),
    serverRendered: { module: "src/community/site-pages/privacy-screen.tsx" },
  },
];

export const NOT_FOUND: SiteRoute = {
  path: "*",
  title: msg("Page not found"),
  layout: "site",
  render: () => <NotFoundScreen />,
};

/** The route that matches a URL, for code outside the router; undefined if none matches. */
export function routeOf(path: string): SiteRoute | undefined {
  return ROUTES.find((route) => patternOf(route.path).test(path));
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}/?$`, "i");
}
