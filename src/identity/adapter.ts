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
      /** The server has ended the session: nothing is saved until the user signs in again. */
      ended?: true;
    };

/** The identity, and how to sign out. */
export type CurrentIdentity = Identity & { signOut: () => Promise<void> };

/** Everything that the site needs of an identity provider. */
export interface IdentityAdapter {
  kind: "clerk" | "embedded";
  /** Provides the Convex client, signed in when the user is. */
  Provider: (props: { children: ReactNode }) => ReactNode;
  useIdentity: () => CurrentIdentity;
  /** Forms, without a page around them. On success the identity changes; there is no callback. */
  SignIn: () => ReactNode;
  SignUp: () => ReactNode;
  ChangePassword: () => ReactNode;
  /** Asks the user of an ended session for their password. Absent: the provider asks itself. */
  SignInAgain?: () => ReactNode;
  /** The server says that the session has ended. */
  end?: () => void;
}
