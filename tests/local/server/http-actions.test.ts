import { describe, expect, it } from "vitest";
import { serveWebProject } from "./web-project";

const { issuer, lines, backend } = await serveWebProject({
  "convex/http.ts": `
    import { anyApi, httpActionGeneric, httpRouter } from "convex/server";
    const http = httpRouter();
    const answer = (text) => httpActionGeneric(async (ctx, request) => {
      if (text === "broken") throw new Error("broken");
      const who = (await ctx.auth.getUserIdentity())?.subject ?? "nobody";
      return new Response(text + " " + request.method + " " + who, { headers: { "Set-Cookie": "a=1", "X-Method": request.method } });
    });
    for (const method of ["GET", "POST", "PUT", "DELETE", "PATCH"])
      http.route({ path: "/exact", method, handler: answer("exact") });
    http.route({ path: "/header", method: "GET", handler: httpActionGeneric(async (_, { headers }) =>
      new Response(headers.get("Authorization"))) });
    http.route({ path: "/asks", method: "GET", handler: httpActionGeneric(async ({ runQuery }) =>
      Response.json(await runQuery(anyApi.messages.me, {}))) });
    http.route({ pathPrefix: "/under/", method: "GET", handler: answer("prefix") });
    http.route({ pathPrefix: "/under/more/", method: "GET", handler: answer("longer prefix") });
    http.route({ path: "/under/exact", method: "GET", handler: answer("exact under") });
    http.route({ path: "/broken", method: "GET", handler: answer("broken") });
    export default http;`,
});

describe("HTTP actions", () => {
  it.each([
    ["GET", "/exact", "exact GET nobody"],
    ["POST", "/exact", "exact POST nobody"],
    ["PUT", "/exact?x=1", "exact PUT nobody"],
    ["DELETE", "/exact", "exact DELETE nobody"],
    ["PATCH", "/exact", "exact PATCH nobody"],
    ["GET", "/under/x/y", "prefix GET nobody"],
    ["GET", "/under/more/x", "longer prefix GET nobody"],
    ["GET", "/under/exact", "exact under GET nobody"],
  ])("%s %s is routed", async (method, path, text) => {
    const response = await fetch(`${backend.siteUrl}${path}`, { method });
    expect([response.status, await response.text()]).toEqual([200, text]);
    expect(response.headers.get("Set-Cookie")).toBe("a=1");
  });

  it.each([
    ["GET", "/exact/"],
    ["GET", "/under"],
    ["POST", "/under/x"],
    ["OPTIONS", "/exact"],
  ])("%s %s is not routed", async (method, path) => {
    expect((await fetch(`${backend.siteUrl}${path}`, { method })).status).toBe(404);
  });

  it("run as GET for a HEAD request", async () => {
    const response = await fetch(`${backend.siteUrl}/exact`, { method: "HEAD" });
    expect([response.headers.get("X-Method"), await response.text()]).toEqual(["GET", ""]);
  });

  it("that fail answer 500, and are logged", async () => {
    const response = await fetch(`${backend.siteUrl}/broken`);
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({
      code: expect.stringMatching(/^\[Request ID: \w+\] Server Error$/) as unknown,
    });
    expect(lines.some((line) => line.startsWith("[http:GET /broken] Uncaught Error: broken"))).toBe(
      true,
    );
  });

  it("know the user of a token, and give the admin key no authority", async () => {
    const ask = async (Authorization: string) =>
      (await fetch(`${backend.siteUrl}/exact`, { headers: { Authorization } })).text();
    expect(await ask(`Bearer ${await issuer.sign("ada")}`)).toBe("exact GET ada");
    expect(await ask(`Convex ${backend.adminKey}`)).toBe("exact GET nobody");
  });

  it.each([
    ["an expired token", "Bearer EXPIRED", "InvalidAuthHeader: Token expired: "],
    ["a key of the project", "Bearer sk_live_1", "InvalidAuthHeader: "],
    ["another scheme", "Basic YTpi", "InvalidAuthHeader: "],
    ["another admin key", "Convex local|1", "BadAdminKey: "],
  ])("with %s fail only if they ask for the identity", async (_, header, problem) => {
    const Authorization = header.replace("EXPIRED", await issuer.sign("ada", {}, "-1m"));
    const ask = async (path: string) =>
      (await fetch(`${backend.siteUrl}${path}`, { headers: { Authorization } })).text();
    expect(await ask("/header")).toBe(Authorization);
    for (const path of ["/exact", "/asks"]) expect(await ask(path)).toContain(problem);
    // The failure is not shared with callers without a credential.
    expect(await (await fetch(`${backend.siteUrl}/asks`)).text()).toBe("null");
  });
});
