import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { generate as callCli } from "../packages/convex-local/cli/convex-cli";
import { startBackend } from "../packages/convex-local/src/main";

/** The variables that the site's `auth.config.ts` needs to load. */
const NO_SIGN_IN = {
  CLERK_JWT_ISSUER_DOMAIN: "disabled",
  EMBEDDED_ISSUER: "disabled",
  EMBEDDED_JWKS: "disabled",
};

/**
 * Writes a project's `convex/_generated` with the official CLI, against a temporary backend.
 *
 * @param options.typecheck - `enable`: the CLI also checks the types, as a push does.
 */
export async function generate(
  root: string,
  {
    env = NO_SIGN_IN,
    typecheck = "disable",
  }: { env?: Record<string, string>; typecheck?: "enable" | "disable" } = {},
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "codegen-"));
  const backend = await startBackend({
    functions: join(root, "convex"),
    dataDir,
    port: 0,
    sitePort: 0,
    env,
  });
  try {
    const failure = await callCli(root, backend, typecheck);
    if (failure !== null) throw new Error(failure);
  } finally {
    await backend.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await generate(process.cwd());
