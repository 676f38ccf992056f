export { ChangeUsername } from "./change-username";
export { chooseIdentity } from "./choose";
export {
  ChangePassword,
  IdentityProvider,
  SignIn,
  SignUp,
  useIdentity,
  useSignInAgain,
} from "./identity";
export type { Identity, IdentityAdapter } from "./adapter";
