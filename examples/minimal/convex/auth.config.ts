import type { AuthConfig } from "convex/server";

/**
 * Accepts the tokens that `accounts.ts` signs. An app with another sign-in configures it here:
 * Clerk, Auth0, Better Auth …
 */
export default {
  providers: [
    {
      type: "customJwt",
      applicationID: "app",
      issuer: "https://app.invalid",
      jwks: process.env.JWKS ?? "",
      algorithm: "ES256",
    },
  ],
} satisfies AuthConfig;
