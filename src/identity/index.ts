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
  useConfirmedSubject,
  useHasLocalAccount,
  useIdentity,
  useSignInAgain,
} from "./identity";
export { OwnProofFields, PROOF_FIELDS, useOwnProof } from "./own-proof";
export { ResetPasswordForm } from "./reset-password-form";
export { SessionList } from "./session-list";
export { TwoStep } from "./two-step";
export { useForm } from "./use-form";
export type { Identity, IdentityAdapter } from "./adapter";
