import { SignIn } from "../../identity";
import { AuthLayout } from "../auth-layout/auth-layout";

/** The way in for those who have an account. */
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
