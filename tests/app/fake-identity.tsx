import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { IdentityProvider } from "../../src/identity";
import type { Identity, IdentityAdapter } from "../../src/identity";

export const INES: Identity = { status: "signedIn", subject: "user_ines", username: "ines.duarte" };

/** An identity provider whose state a test sets. */
function fakeIdentity({
  identity = { status: "signedOut" },
  signOut = () => Promise.resolve(),
  end = () => {},
  kind = "embedded",
}: Visit) {
  const adapter: IdentityAdapter = {
    kind,
    Provider: ({ children }) => children,
    useIdentity: () => ({ ...identity, signOut }),
    SignIn: () => <form aria-label="Sign-in form" />,
    SignUp: () => <form aria-label="Sign-up form" />,
    ChangePassword: () => <form aria-label="Password form" />,
    SignInAgain: () => <form aria-label="Password of the same person" />,
    end,
  };
  return adapter;
}

interface Visit {
  identity?: Identity;
  signOut?: () => Promise<void>;
  end?: () => void;
  kind?: IdentityAdapter["kind"];
}

/** Renders at a URL, with an identity; `location` records the navigation. */
export function renderAt(address: string, content: ReactNode, visit: Visit = {}) {
  const [path = "/", searchPath = ""] = address.split("?");
  const location = memoryLocation({ path, searchPath, record: true });
  const adapter = fakeIdentity(visit);
  const page = (children: ReactNode) => (
    <Router hook={location.hook} searchHook={location.searchHook}>
      <IdentityProvider adapter={adapter}>{children}</IdentityProvider>
    </Router>
  );
  const view = render(page(content));
  return { ...view, location, show: (next: ReactNode) => view.rerender(page(next)) };
}
