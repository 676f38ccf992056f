export { chooseIdentity } from "./choose";
export { ChangePassword, IdentityProvider, SignIn, SignUp, useIdentity } from "./identity";
export type { Identity, IdentityAdapter } from "./adapter";
