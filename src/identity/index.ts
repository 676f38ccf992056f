export { ChangeUsername } from "./change-username";
export { chooseIdentity } from "./choose";
export { ConfirmEmailForm } from "./confirm-email-form";
export { EmailAddress } from "./email-address";
export { ForgotPasswordForm } from "./forgot-password-form";
export {
  ChangePassword,
  IdentityProvider,
  SignIn,
  SignUp,
  useHasLocalAccount,
  useIdentity,
  useSignInAgain,
} from "./identity";
export { ResetPasswordForm } from "./reset-password-form";
export { SessionList } from "./session-list";
export { TwoStep } from "./two-step";
export type { Identity, IdentityAdapter } from "./adapter";
