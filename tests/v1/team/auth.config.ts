import type { AuthConfig } from "convex/server";

export default {
  providers: [
    {
      type: "customJwt",
      applicationID: "team",
      issuer: "https://accounts.test",
      jwks: process.env["TEAM_JWKS"] ?? "",
      algorithm: "ES256",
    },
  ],
} satisfies AuthConfig;
