import { Link } from "wouter";
import { SignIn, useHasLocalAccount } from "../../identity";
import { AuthLayout } from "../auth-layout/auth-layout";

/** The sign-in page. */
export function SignInScreen() {
  const isLocal = useHasLocalAccount();
  return (
    <AuthLayout
      title="Welcome back"
      other={{ question: "New here?", label: "Join Spotlight", screen: "/sign-up" }}
      {...(isLocal && { note: <Link href="/forgot-password">Forgot your password?</Link> })}
    >
      <SignIn />
    </AuthLayout>
  );
}
