import { t } from "../language/text";
import { useEffect, useState } from "react";
import { useIdentity } from "../identity";
import { Notice } from "../../packages/ui/src/notice";
import { BottomBar } from "./bottom-bar";
import { useConnection } from "./connection";
import type { Connection } from "./connection";
import { Footer } from "./footer";
import { Header } from "./header";
import { deferred, usePrepared } from "./deferred";
import { Page } from "./page";
import { prepareWorks, NOT_FOUND, ROUTES } from "./routes";
import { useOwnProfile } from "../shared/use-own-profile";
import "./site.css";
import "./print.css";
import { useQuery } from "convex/react";
import { api } from "../../convex/_generated/api";
import { matchRoute, useLocation, useRouter } from "wouter";
import type { RouteParams, SiteRoute } from "./routes";

const PlanBanner = deferred(async () => (await import("./plan-banner")).PlanBanner);
const SessionNotice = deferred(async () => (await import("./session-notice")).SessionNotice);
const ToastArea = deferred(async () => (await import("./toast-area")).ToastArea);

/** The layout around every page. */
export function Site() {
  const current = useCurrentRoute();
  const connection = useConnection();
  const scrolled = useScrolled();
  const own = useOwnProfile();
  const unread = useUnread();
  const { status } = useIdentity();
  const [wasSignedOut, setWasSignedOut] = useState(status === "signedOut");
  if (status === "signedOut" && !wasSignedOut) setWasSignedOut(true);
  usePrepared(prepareWorks);
  return (
    <div className="app-site" data-page={current.route.path} data-scrolled={scrolled}>
      <a className="app-skip" href="#content">
        {t("Skip to content")}
      </a>
      {current.route.layout === "site" && <Header own={own} unread={unread} />}
      <ConnectionNotice connection={connection} />
      {status === "signedIn" && <SessionNotice beganHere={wasSignedOut} />}
      {current.route.layout === "site" && status === "signedIn" && <PlanBanner />}
      <Page {...current} />
      {current.route.layout === "site" && <Footer />}
      {current.route.layout === "site" && <BottomBar own={own} unread={unread} />}
      <ToastArea />
    </div>
  );
}

function ConnectionNotice({ connection }: { connection: Connection }) {
  if (connection === "online") return null;
  const title = connection === "offline" ? t("You are offline.") : t("We cannot reach the server.");
  return (
    <Notice look="banner" tone="info" title={title}>
      {t(
        "What you see may be outdated. Your drafts and uploads are safe and continue by themselves.",
      )}
    </Notice>
  );
}

function useScrolled(): "yes" | "no" {
  const [scrolled, setScrolled] = useState<"yes" | "no">("no");
  useEffect(() => {
    const read = () => setScrolled(window.scrollY > 0 ? "yes" : "no");
    read();
    window.addEventListener("scroll", read, { passive: true });
    return () => window.removeEventListener("scroll", read);
  }, []);
  return scrolled;
}

/** The number of the user's unread notifications; zero for visitors. */
export function useUnread(): number {
  return useQuery(api.community.notifications.functions.unread, {}) ?? 0;
}

/** The route of the current address, and its props. */
export function useCurrentRoute(): { path: string; route: SiteRoute; params: RouteParams } {
  const [path] = useLocation();
  const { parser } = useRouter();
  for (const route of ROUTES) {
    const [matches, params] = matchRoute(parser, route.path, path);
    if (matches) return { path, route, params };
  }
  return { path, route: NOT_FOUND, params: {} };
}
