import type { ReactNode } from "react";

/** The signed-in user. `subject` is the identity provider's id of the user. */
export type Identity =
  | { status: "loading" }
  | { status: "signedOut" }
  | {
      status: "signedIn";
      subject: string;
      username: string;
      name?: string;
      email?: string;
      imageUrl?: string;
      /** The server has ended the session: nothing is stored until the user signs in again. */
      ended?: true;
    };

/** The identity, and how to sign out. */
export type CurrentIdentity = Identity & { signOut: () => Promise<void> };

/** The interface of an identity provider for the site. */
export interface IdentityAdapter {
  kind: "clerk" | "embedded";
  /** Provides the Convex client, signed in if the user is. */
  Provider: (props: { children: ReactNode }) => ReactNode;
  useIdentity: () => CurrentIdentity;
  /**
   * Forms without a page around them. They have no success callback, because the identity changes.
   */
  SignIn: () => ReactNode;
  SignUp: () => ReactNode;
  ChangePassword: () => ReactNode;
  /** Asks the user of an ended session for their password. Absent: the provider does it itself. */
  SignInAgain?: () => ReactNode;
  /** The server has reported that the session ended. */
  end?: () => void;
}
