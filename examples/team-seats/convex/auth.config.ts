import type { AuthConfig } from "convex/server";

/** Tokens that `accounts.ts` signs. Here an app names its own sign-in: Clerk, Auth0, Better Auth … */
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
