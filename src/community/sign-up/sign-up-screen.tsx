import { SignUp } from "../../identity";
import { AuthLayout } from "../auth-layout/auth-layout";

/** The sign-up page. */
export function SignUpScreen() {
  return (
    <AuthLayout
      title="Join Spotlight"
      other={{ question: "Already here?", label: "Sign in", screen: "/sign-in" }}
      home="/welcome"
      note="Posting is free. No card."
    >
      <SignUp />
    </AuthLayout>
  );
}
