import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { startBackend } from "../local/main";

/** The variables of the site's `auth.config.ts`, without which its code is refused. */
const NO_SIGN_IN = {
  CLERK_JWT_ISSUER_DOMAIN: "disabled",
  EMBEDDED_ISSUER: "disabled",
  EMBEDDED_JWKS: "disabled",
};

/** Writes a project's `convex/_generated` with the official CLI, against a backend of its own. */
export async function generate(
  root: string,
  env: Record<string, string> = NO_SIGN_IN,
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
    const target = ["--url", backend.url, "--admin-key", backend.adminKey];
    const command = ["convex", "codegen", ...target, "--typecheck", "disable"];
    await promisify(execFile)("npx", command, { cwd: root });
  } finally {
    await backend.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await generate(process.cwd());
