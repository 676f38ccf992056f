import { SignIn } from "../../identity";
import { AuthLayout } from "../auth-layout/auth-layout";

/** The sign-in page. */
export function SignInScreen() {
  return (
    <AuthLayout
      title="Welcome back"
      other={{ question: "New here?", label: "Join Spotlight", screen: "/sign-up" }}
    >
      <SignIn />
    </AuthLayout>
  );
}
