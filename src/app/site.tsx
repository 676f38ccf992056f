import { useEffect, useState } from "react";
import { useIdentity } from "../identity";
import { Notice } from "../../packages/ui/src/notice";
import { BottomBar } from "./bottom-bar";
import { useConnection } from "./connection";
import type { Connection } from "./connection";
import { Header } from "./header";
import { deferred, usePrepared } from "./deferred";
import { Page } from "./page";
import { prepareWorks } from "./routes";
import { useOwnPage } from "../shared/use-own-page";
import { useCurrentRoute } from "./use-route";
import { useUnread } from "./use-unread";
import "./site.css";

const PlanBanner = deferred(async () => (await import("./plan-banner")).PlanBanner);
const SessionNotice = deferred(async () => (await import("./session-notice")).SessionNotice);
const ToastArea = deferred(async () => (await import("./toast-area")).ToastArea);

/** The frame around every page. */
export function Site() {
  const current = useCurrentRoute();
  const connection = useConnection();
  const scrolled = useScrolled();
  const ownPage = useOwnPage();
  const unread = useUnread();
  const { status } = useIdentity();
  usePrepared(prepareWorks);
  return (
    <div className="shell-site" data-page={current.route.path} data-scrolled={scrolled}>
      <a className="shell-skip" href="#content">
        Skip to content
      </a>
      {current.route.frame === "site" && <Header ownPage={ownPage} unread={unread} />}
      <ConnectionNotice connection={connection} />
      {status === "signedIn" && <SessionNotice />}
      {current.route.frame === "site" && status === "signedIn" && <PlanBanner />}
      <Page {...current} />
      {current.route.frame === "site" && <BottomBar ownPage={ownPage} unread={unread} />}
      <ToastArea />
    </div>
  );
}

function ConnectionNotice({ connection }: { connection: Connection }) {
  if (connection === "online") return null;
  const title = connection === "offline" ? "You are offline." : "We cannot reach the server.";
  return (
    <Notice look="banner" tone="info" title={title}>
      What you see may be old. Your drafts and uploads are safe and go on by themselves.
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
