import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { serveWebProject } from "./web-project";

const { project, issuer, lines, backend, post } = await serveWebProject();

describe("functions over HTTP", () => {
  it.each([
    ["query", "web:ask", { n: 1 }, 1],
    ["query", "web:ask", [{ n: 2 }], 2],
    ["query", "web:ask", undefined, null],
    ["query", "web:ask", [], null],
    ["query", "web", {}, null],
    ["query", "web.js:ask", {}, null],
    ["mutation", "web:change", { n: 3 }, 3],
    ["action", "web:act", { n: 4 }, 4],
    ["function", "web:act", { n: 5 }, 5],
    ["function", "web:change", { n: 6 }, 6],
    ["function", "web:ask", { n: 7 }, 7],
  ])("%s of %s with %j answers %j", async (kind, path, args, value) => {
    const response = await post(`/api/${kind}`, { path, args, format: "json" });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      ...{ status: "success", value, logLines: ["[LOG] 'called'"] },
    });
  });

  it.each([
    [
      "query",
      "web:change",
      "Trying to execute web:change as Query, but it is defined as Mutation.",
    ],
    ["mutation", "web:ask", "Trying to execute web:ask as Mutation, but it is defined as Query."],
    ["action", "web:ask", "Trying to execute web:ask as Action, but it is defined as Query."],
    ["query", "web:hidden", "Could not find public function for 'web:hidden'."],
    ["action", "web:none", "Could not find public function for 'web:none'."],
    ["function", "none", "Could not find public function for 'none'."],
  ])("%s of %s is refused in Convex's words", async (kind, path, message) => {
    const answer = (await (await post(`/api/${kind}`, { path, args: {} })).json()) as object;
    expect(answer).toEqual({
      ...{
        status: "error",
        errorMessage: expect.stringContaining(message) as unknown,
        logLines: [],
      },
    });
  });

  it.each([
    [undefined, "BadJsonBody"],
    ["now", "BadJsonBody"],
    ["AQAAAAAAAAA=", "SnapshotTooOld"],
  ])("refuse the timestamp %j", async (ts, code) => {
    const body = JSON.stringify({ path: "messages:list", args: [{ channel: "x" }], ts });
    const answer = await fetch(`${backend.url}/api/query_at_ts`, { method: "POST", body });
    expect([answer.status, await answer.json()]).toMatchObject([400, { code }]);
  });

  it.each(["", "{", "null", "[]", '{"path":1}', "{}"])("a body of %j is no call", async (body) => {
    const response = await post("/api/query", body);
    expect([response.status, await response.json()]).toEqual([
      400,
      {
        code: "BadJsonBody",
        message: expect.stringContaining("The body must name a function: {path, args}") as string,
      },
    ]);
  });

  it("have the caller of either kind of credential, or none", async () => {
    const ask = async (headers: HeadersInit): Promise<unknown> =>
      (await post("/api/query", { path: "messages:me" }, headers)).json();
    const token = await issuer.sign("ada");
    expect(await ask({})).toMatchObject({ value: null });
    expect(await ask({ Authorization: `Bearer ${token}` })).toMatchObject({
      value: { subject: "ada" },
    });
    expect(await ask({ Authorization: "Bearer nonsense" })).toMatchObject({
      code: "InvalidAuthHeader",
    });
    const admin = { Authorization: `Convex ${backend.adminKey}` };
    expect(await ask(admin)).toMatchObject({ value: null });
    const hidden = await post("/api/query", { path: "web:hidden" }, admin);
    expect(await hidden.json()).toMatchObject({ status: "success" });
  });

  it.each([null, 0, "", false, { code: "x" }])(
    "return the data of a ConvexError (%j), and nothing for other errors",
    async (data) => {
      const refused = await post("/api/query", { path: "web:refuse", args: { data } });
      expect(await refused.json()).toMatchObject({ status: "error", errorData: data });
      const wrong = await post("/api/query", { path: "web:refuse", args: {} });
      expect(await wrong.json()).not.toHaveProperty("errorData");
    },
  );

  it("refuse internal functions to a signed-in user", async () => {
    const Authorization = `Bearer ${await issuer.sign("ada")}`;
    const answer = await post("/api/function", { path: "web:hidden" }, { Authorization });
    expect(await answer.json()).toMatchObject({ status: "error" });
  });

  it("do not exist at other URLs", async () => {
    const response = await fetch(`${backend.url}/api/nothing`);
    expect([response.status, await response.json()]).toEqual([
      404,
      { code: "NotFound", message: "No endpoint GET /api/nothing." },
    ]);
    expect((await fetch(`${backend.url}/api/query`)).status).toBe(404);
    expect(await (await fetch(`${backend.url}/version`)).text()).toBe("local");
  });

  it("answer codegen's push, to the admin alone", async () => {
    const push = (headers: HeadersInit) => post("/api/deploy2/start_push", {}, headers);
    expect((await push({})).status).toBe(403);
    const token = await issuer.sign("ada");
    expect((await push({ Authorization: `Bearer ${token}` })).status).toBe(403);
    expect((await push({ Authorization: "Convex wrong" })).status).toBe(401);
    const admin = { Authorization: `Convex ${backend.adminKey}` };
    const answer = (await (await push(admin)).json()) as { appAuth: object[] };
    expect(answer.appAuth).toMatchObject([{ type: "customJwt", applicationID: "fixture" }]);
    writeFileSync(join(project.functions, "bad.ts"), "export const = ;");
    const broken = await push(admin);
    expect([broken.status, await broken.json()]).toMatchObject([400, { code: "InvalidModules" }]);
  });

  it("log the output of functions", () => {
    expect(lines).toContain("[web:ask] [LOG] 'called'");
  });
});
