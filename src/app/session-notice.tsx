import { t } from "../language/text";
import { useConvexAuth, useQuery } from "convex/react";
import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { api } from "../../convex/_generated/api";
import { useIdentity, useSignInAgain } from "../identity";
import { Button } from "../../packages/ui/src/button";
import {
  Dialog,
  DialogBody,
  DialogDescription,
  DialogFooter,
  DialogTitle,
} from "../../packages/ui/src/dialog";
import { Notice } from "../../packages/ui/src/notice";

interface SessionNoticeProps {
  /** The user signed in on this page, so the session is live before the server confirms it. */
  beganHere: boolean;
}

/**
 * Below the header on every page: the session has ended, or an operator has suspended the account.
 * The page below keeps its state, including all input.
 */
export function SessionNotice({ beganHere }: SessionNoticeProps) {
  const { isAuthenticated } = useConvexAuth();
  const identity = useIdentity();
  const again = useSignInAgain();
  const standing = useQuery(api.accounts.profile.standing, isAuthenticated ? {} : "skip");
  const state = standing?.state;
  const { signOut } = identity;
  const isAsked = identity.status === "signedIn" && identity.ended === true;
  const isKnownLive = beganHere || isAsked || state === "live" || state === "suspended";
  const wasLive = useRef(false);
  useEffect(() => {
    if (isKnownLive) wasLive.current = true;
  }, [isKnownLive]);
  // Only a change of the state counts, because right after a new sign-in the state is still that of
  // the old session.
  useEffect(() => {
    // A user who opens the page with an expired session has entered nothing, so they are a visitor.
    const isOver = state === "deleted" || (state === "ended" && !wasLive.current);
    if (isOver) void signOut();
    else if (state === "ended") again?.end();
  }, [state, again, signOut]);

  if (identity.status !== "signedIn") return null;
  if (identity.ended && again) return <EndedNotice SignInAgain={again.Form} {...identity} />;
  if (standing?.state !== "suspended") return null;
  return (
    <Notice look="banner" tone="danger" title={t("Your account is suspended.")}>
      {t(
        "The reason: {reason}. You can read everything, cancel your plan and delete your account. Other changes are not saved.",
        { reason: standing.reason.replace(/[.\s]*$/, "") },
      )}
    </Notice>
  );
}

interface EndedNoticeProps {
  SignInAgain: () => ReactNode;
  signOut: () => Promise<void>;
}

function EndedNotice({ SignInAgain, signOut }: EndedNoticeProps) {
  const [open, setOpen] = useState(true);
  return (
    <>
      <Notice
        look="banner"
        tone="info"
        title={t("You are signed out.")}
        action={
          <Button look="outline" size="small" onClick={() => setOpen(true)}>
            {t("Sign in again")}
          </Button>
        }
      >
        {t(
          "Your session was ended somewhere else. What you typed is still here, and not saved yet.",
        )}
      </Notice>
      <Dialog slot="sign-in-again-dialog" open={open} onOpenChange={setOpen}>
        <DialogBody>
          <DialogTitle>{t("Sign in again")}</DialogTitle>
          <DialogDescription>
            {t(
              "Your session was ended somewhere else, for example by a new password. Nothing that you typed on this page is lost.",
            )}
          </DialogDescription>
          <div className="app-sign-in-again">
            <SignInAgain />
          </div>
        </DialogBody>
        <DialogFooter>
          <Button look="quiet" onClick={() => void signOut()}>
            {t("Leave without signing in")}
          </Button>
        </DialogFooter>
      </Dialog>
    </>
  );
}
