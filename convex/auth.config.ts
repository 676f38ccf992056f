import type { AuthConfig } from "convex/server";
import { env } from "./_generated/server";

// Convex refuses to read a variable that is not set, so all three always are.
const { EMBEDDED_ISSUER, EMBEDDED_JWKS, CLERK_JWT_ISSUER_DOMAIN } = env;

/** Local accounts and Clerk: each is listed unless its variable says "disabled". */
export default {
  providers: [...localAccounts(EMBEDDED_ISSUER, EMBEDDED_JWKS), ...clerk(CLERK_JWT_ISSUER_DOMAIN)],
} satisfies AuthConfig;

function localAccounts(issuer = "disabled", jwks = "disabled"): AuthConfig["providers"] {
  if (issuer === "disabled" || jwks === "disabled") return [];
  return [{ type: "customJwt", applicationID: "spotlight", issuer, jwks, algorithm: "ES256" }];
}

function clerk(domain = "disabled"): AuthConfig["providers"] {
  return domain === "disabled" ? [] : [{ domain, applicationID: "convex" }];
}
