import type { AuthConfig } from "convex/server";

/** Configures your sign-in, as in any Convex app: Clerk, Auth0, Better Auth … */
export default {
  providers: [
    {
      type: "customJwt",
      applicationID: "ai-credits",
      issuer: process.env.SIGN_IN_ISSUER ?? "",
      jwks: process.env.SIGN_IN_JWKS ?? "",
      algorithm: "ES256",
    },
  ],
} satisfies AuthConfig;
