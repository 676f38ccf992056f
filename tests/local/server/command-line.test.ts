import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Backend } from "../../../packages/convex-local/src/main";
import { convex } from "./command-line";
import { makeIssuer, makeProject, startFixture } from "./fixture";

const project = makeProject({
  "convex/crons.ts": "export {};",
  "convex/variables.ts": `
    import { queryGeneric } from "convex/server";
    export const color = queryGeneric({ args: {}, handler: () => process.env.COLOR ?? null });`,
});
const issuer = await makeIssuer();
let backend: Backend;
const start = () => startFixture(project, issuer.jwks);

beforeAll(async () => {
  backend = await start();
});
afterAll(async () => {
  await backend.close();
  project.remove();
});

const LOADS_ITSELF =
  "This backend loads code from its own folder and takes no pushes: save the files there. `npx convex dev` and `npx convex deploy` are for other deployments; `npx convex codegen` works here.";

describe("the official command line", () => {
  it("runs functions, internal ones and as a user", async () => {
    const [internal, user, missing] = await Promise.all([
      convex(project, backend, "run", "messages:seed", "{channel: 'a', body: 'first'}"),
      convex(project, backend, "run", "messages:me", "--identity", "{subject: 'ada', name: 'Ada'}"),
      convex(project, backend, "run", "messages:nothing"),
    ]);
    expect(internal).toMatchObject({ code: 0, out: "5\n" });
    const identity = { subject: "ada", name: "Ada", issuer: "https://convex.test" };
    expect(JSON.parse(user.out)).toMatchObject(identity);
    expect(missing.code).toBe(1);
    expect(missing.told).toMatch(
      /Could not find function[^]*Available functions:\n• messages:broken/,
    );
  });

  it("lists tables, and documents newest first", async () => {
    for (const body of ["second", "third"])
      await backend.run("messages:seed", { channel: "a", body });
    const table = ["messages", "--limit", "2", "--format", "jsonl"];
    const [tables, newest] = await Promise.all([
      convex(project, backend, "data"),
      convex(project, backend, "data", ...table),
    ]);
    expect(tables).toMatchObject({ code: 0, out: "messages\n" });
    const bodies = [...newest.out.matchAll(/"body": "(\w+)"/g)].map(([, body]) => body);
    expect(bodies).toEqual(["third", "second"]);
  });

  it("sets variables, which functions see at once and after a restart", async () => {
    const set = await convex(project, backend, "env", "set", "COLOR", "blue");
    expect(set).toMatchObject({ code: 0, told: "✔ Successfully set COLOR\n" });
    expect(await backend.run("variables:color")).toBe("blue");
    await backend.close();
    backend = await start();
    expect(await backend.run("variables:color")).toBe("blue");
    const listed = await convex(project, backend, "env", "list", "--include-values");
    expect(listed.out).toMatch(/^COLOR=blue\nJWKS=data:/);
  });

  it("describes the functions", async () => {
    const { out } = await convex(project, backend, "function-spec");
    const spec = JSON.parse(out) as { url: string; functions: object[] };
    expect(spec.url).toBe(backend.url);
    expect(spec.functions).toContainEqual({
      identifier: "messages.js:seed",
      functionType: "Mutation",
      visibility: { kind: "internal" },
      args: {
        type: "object",
        value: {
          channel: { fieldType: { type: "string" }, optional: false },
          body: { fieldType: { type: "string" }, optional: false },
        },
      },
      returns: { type: "any" },
    });
    const route = { functionType: "HttpAction", method: "GET", path: "/whoami" };
    expect(spec.functions).toContainEqual(route);
  });

  it("follows the logs, with earlier entries", async () => {
    await backend.run("messages:list", { channel: "history" });
    const main = join(project.dir, "node_modules/convex/bin/main.js");
    const target = ["--url", backend.url, "--admin-key", backend.adminKey];
    const args = [main, "logs", "--history", "1", "--success", ...target];
    const follower = spawn(process.execPath, args, {
      cwd: project.dir,
      env: { ...process.env, CI: "1" },
    });
    let out = "";
    follower.stdout.on("data", (text) => (out += String(text)));
    while (!out.includes("Function executed")) await once(follower.stdout, "data");
    expect(out).toMatch(/\[CONVEX Q\(messages:list\)\] \[LOG\] 'listing' 'history'\n/);
    expect(out).toMatch(/\[CONVEX Q\(messages:list\)\] Function executed in \d+ ms\n$/);
    await backend.run("messages:broken").catch(() => undefined);
    while (!out.includes("broken")) await once(follower.stdout, "data");
    follower.kill();
    expect(out).toMatch(
      /\[CONVEX Q\(messages:broken\)\] Uncaught ConvexError: broken\n\s+at handler \(/,
    );
  });

  it.each([[["dev"]], [["deploy"]], [["run", "messages:list", "{channel: 'a'}", "--push"]]])(
    "answers %s in one line, without a retry, that this backend loads its code itself",
    async (args) => {
      const { told } = await convex(project, backend, ...args);
      expect(told).toContain(`✖ ${LOADS_ITSELF}\n`);
      expect(told).not.toMatch(/Retrying| at .*:\d+/);
    },
  );
});
