import type { ReactNode } from "react";

/** Who is at the keyboard. `subject` is the identity provider's id of the person. */
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
      /** The server has ended the session: nothing is saved until they sign in again. */
      ended?: true;
    };

/** The identity, and the one thing that everybody may do with it. */
export type CurrentIdentity = Identity & { signOut: () => Promise<void> };

/** All that the site knows of an identity provider. */
export interface IdentityAdapter {
  kind: "clerk" | "embedded";
  /** Gives its children the Convex client, signed in when the person is. */
  Provider: (props: { children: ReactNode }) => ReactNode;
  useIdentity: () => CurrentIdentity;
  /** Forms, without a page around them. On success the identity changes; nothing is called back. */
  SignIn: () => ReactNode;
  SignUp: () => ReactNode;
  ChangePassword: () => ReactNode;
  /** Asks the person of an ended session for their password. Absent: the provider asks itself. */
  SignInAgain?: () => ReactNode;
  /** The server says that the session has ended. */
  end?: () => void;
}
