import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import type { JSONValue } from "convex/values";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { LIMITS } from "../../../packages/convex-local/src/runtime/limits";
import type { Backend } from "../../../packages/convex-local/src/main";
import { makeProject, startFixture } from "./fixture";
import { Wire } from "./wire";

const project = makeProject({
  "convex/crons.ts": "export {};",
  "convex/any.ts": `
    import { actionGeneric as action, mutationGeneric as mutation, queryGeneric as query } from "convex/server";
    import { v } from "convex/values";
    const args = { value: v.any() };
    export const ask = query({ args, handler: () => "ok" });
    export const change = mutation({ args, handler: () => "ok" });
    export const act = action({ args, handler: () => "ok" });`,
  "convex/http.ts": `
    import { httpActionGeneric, httpRouter } from "convex/server";
    const http = httpRouter();
    const PART = new Uint8Array(1_000_000);
    const later = (controller) => new Promise((resolve) => setTimeout(() => resolve(controller.enqueue(PART)), 1));
    const bodyOf = (asked) => asked === "stream" ? new ReadableStream({ pull: later }) : "x".repeat(Number(asked));
    http.route({ path: "/answer", method: "POST", handler: httpActionGeneric(async (_, request) =>
      new Response(bodyOf(await request.text()))) });
    http.route({ path: "/length", method: "POST", handler: httpActionGeneric(async (_, request) =>
      new Response(String((await request.arrayBuffer()).byteLength))) });
    export default http;`,
});
let backend: Backend;
const printed: string[] = [];

beforeAll(async () => {
  backend = await startFixture(project, "data:,", { print: (line) => printed.push(line) });
});
afterAll(async () => {
  await backend.close();
  project.remove();
});

const post = (body: string, path = "/api/query") =>
  fetch(`${backend.url}${path}`, { method: "POST", body });
const call = async (path: string, value: string): Promise<unknown> =>
  (await post(`{"path":"any:${path}","args":{"value":${value}}}`, "/api/function")).json();
const lists = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const objects = (depth: number) => '{"a":'.repeat(depth) + "1" + "}".repeat(depth);
const fields = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, at])));
const items = (count: number) => JSON.stringify(Array.from({ length: count }, () => null));

/** Just within a limit, just beyond, and the refusal. */
const VALUES: [what: string, within: string, beyond: string, message: string][] = [
  // The list of arguments and the object in it are two levels.
  [
    "lists",
    lists(62),
    lists(63),
    "Value is too nested (nested 65 levels deep > maximum nesting 64)",
  ],
  ["objects", objects(62), objects(63), "Value is too nested (nested 65 levels deep"],
  ["items", items(8192), items(8193), "Array length is too long (8193 > maximum length 8192)"],
  ["fields", fields(1024), fields(1025), "Object has too many fields (1025 > maximum number 1024)"],
  [
    "a field's name",
    `{"${"n".repeat(1024)}":1}`,
    `{"${"n".repeat(1025)}":1}`,
    "Field name is too long (1025 > maximum 1024)",
  ],
  ["a reserved name", '{"a$":1}', '{"$a":1}', "Field name $a starts with '$', which is reserved."],
  ["names of ASCII", '{"~ ":1}', '{"é":1}', "Field names can only contain non-control ASCII"],
  ["names without control characters", '{"":1}', String.raw`{"\u007f":1}`, "has invalid character"],
  ["text", String.raw`"\ud83d\ude00"`, String.raw`"\ud83d"`, "String is not valid Unicode"],
  ["text inside", '["x"]', String.raw`[{"a":"x\udc00"}]`, "String is not valid Unicode"],
  [
    "integers",
    '{"$integer":"AQAAAAAAAAA="}',
    '{"$integer":"AQA="}',
    "Received 2 bytes, expected 8",
  ],
  [
    "floats",
    '{"$float":"AAAAAAAA+H8="}',
    '{"$float":""}',
    "Received 0 bytes, expected 8 for $float",
  ],
  ["bytes", '{"$bytes":"AAA="}', '{"$bytes":"A"}', "Malformed $bytes field"],
  ["encoded text", '{"$bytes":""}', '{"$bytes":1}', "Malformed $bytes field"],
  ["encoded alone", '{"a":1}', '{"$integer":"AQAAAAAAAAA=","a":1}', "which is reserved"],
];

describe("a value", () => {
  const FUNCTIONS = ["ask", "change", "act"];
  it.each(VALUES)("is held to the limits: %s", async (_, within, beyond, message) => {
    for (const name of FUNCTIONS) {
      expect(await call(name, within)).toMatchObject({ status: "success", value: "ok" });
      const refused = (await call(name, beyond)) as { errorMessage: string };
      expect(refused.errorMessage).toContain(
        `Server Error\nInvalid arguments for any.js:${name}: `,
      );
      expect(refused.errorMessage).toContain(message);
    }
  });

  it("is measured in Convex's bytes, not in characters", async () => {
    // 16 MiB less the list, the object, the field's name and the text's own bytes.
    const room = LIMITS.valueBytes - 2 - 2 - "value".length - 1 - 2;
    const euros = "€".repeat(Math.floor(room / 3));
    expect(await call("ask", JSON.stringify(euros))).toMatchObject({ status: "success" });
    const refused = await call("ask", JSON.stringify(`${euros}€`));
    expect(refused).toMatchObject({
      errorMessage: expect.stringMatching(
        /Arguments for any\.js:ask are too large \(actual: 16\.00 MiB, limit: 16 MiB\)$/,
      ) as unknown,
    });
  });

  it("with too many values is refused, and the message has the limit", async () => {
    const response = await post(`{"path":"any:ask","args":{"value":[${"{},".repeat(500_000)}1]}}`);
    const message = expect.stringContaining("at most 128 levels and 500000 values") as string;
    expect([response.status, await response.json()]).toEqual([
      400,
      { code: "BadJsonBody", message },
    ]);
  });

  it("too deep to be parsed is refused, over HTTP and over WebSocket", async () => {
    for (const depth of [200, 2_000_000]) {
      const response = await post(`{"path":"any:ask","args":{"value":${lists(depth)}}}`);
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { code: "BadJsonBody" },
      ]);
      const wire = await Wire.open(backend.url);
      wire.say({ type: "Event", eventType: "x", event: null });
      wire.send(`{"type":"Mutation","requestId":1,"udfPath":"any:change","args":${lists(depth)}}`);
      const fatal = await wire.find(
        (message): message is typeof message & { error: string } => "error" in message,
      );
      expect(fatal.error).not.toContain("RangeError");
      wire.close();
    }
    expect(await call("ask", "1")).toMatchObject({ status: "success" });
  });

  it("of a live query and of a mutation is refused over WebSocket as over HTTP", async () => {
    const wire = await Wire.open(backend.url);
    const value = JSON.parse(lists(63)) as JSONValue;
    wire.watch(1, "any:ask", { value });
    expect(JSON.stringify(await wire.news(1))).toContain("Value is too nested");
    expect(JSON.stringify(await wire.mutate("any:change", { value }))).toContain("too nested");
    expect(JSON.stringify(await wire.act("any:act", { value }))).toContain("too nested");
    wire.close();
  });
});

describe("a body", () => {
  const endpoints: [base: "url" | "siteUrl", path: string, limit: number][] = [
    ["url", "/api/query", LIMITS.requestBytes],
    ["url", "/api/mutation", LIMITS.requestBytes],
    ["url", "/api/action", LIMITS.requestBytes],
    ["url", "/api/function", LIMITS.requestBytes],
    ["siteUrl", "/length", LIMITS.httpActionBytes],
  ];

  it.each(endpoints)(
    "(%s %s) with too large a Content-Length is refused unread",
    async (base, path, limit) => {
      const { hostname, port } = new URL(backend[base]);
      const socket = connect(Number(port), hostname);
      const head = [`POST ${path} HTTP/1.1`, `Host: ${hostname}`, `Content-Length: ${limit + 1}`];
      socket.write(`${head.join("\r\n")}\r\n\r\nonly this`);
      const [answer] = (await once(socket, "data")) as [Buffer];
      socket.destroy();
      expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 .*"code":"PayloadTooLarge"/s);
    },
  );

  it("that is refused leaves its connection to the next request", async () => {
    const { hostname, port } = new URL(backend.url);
    const socket = connect(Number(port), hostname);
    const size = LIMITS.requestBytes + 1;
    socket.write(
      `POST /api/query HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: ${size}\r\n\r\n`,
    );
    socket.write(Buffer.alloc(size, " "));
    socket.write(`GET /version HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`);
    let answers = "";
    for await (const part of socket) answers += String(part);
    expect(answers).toMatch(/^HTTP\/1\.1 413 .*HTTP\/1\.1 200 .*local$/s);
  });

  it.each(endpoints)("(%s %s) that never ends is refused", async (base, path, limit) => {
    const sending = request(`${backend[base]}${path}`, { method: "POST" });
    const answered = once(sending, "response");
    sending.on("error", () => undefined); // the backend closes the connection
    const chunk = Buffer.alloc(1024 * 1024, " ");
    const answer = answered.then(() => true);
    let sent = 0;
    for (let isDone = false; !isDone && sent < 200 * chunk.length; sent += chunk.length)
      isDone = await new Promise<boolean>((done) => {
        void answer.then(done);
        sending.write(chunk, () => done(false));
      });
    const [response] = (await answered) as [{ statusCode: number }];
    sending.destroy();
    expect(response.statusCode).toBe(413);
    // Unsent data is in buffers when the answer comes.
    expect(sent).toBeLessThan(limit + 16 * chunk.length);
  });

  it("within the limit is accepted, with or without a Content-Length", async () => {
    const body = Buffer.alloc(LIMITS.httpActionBytes, "x");
    const told = await fetch(`${backend.siteUrl}/length`, { method: "POST", body });
    expect(await told.text()).toBe(String(body.length));
    const sending = request(`${backend.siteUrl}/length`, { method: "POST" });
    sending.write(body.subarray(0, 100_000));
    sending.end();
    const [response] = (await once(sending, "response")) as [AsyncIterable<Buffer>];
    let text = "";
    for await (const part of response) text += part.toString();
    expect(text).toBe("100000");
  });
});

describe("a request whose client disconnects", () => {
  it.each([
    ["api/query", () => backend.url],
    ["length", () => backend.siteUrl],
  ])("is not logged: %s", async (path, url) => {
    printed.length = 0;
    const sending = request(`${url()}/${path}`, {
      method: "POST",
      headers: { "Content-Length": 9 },
    });
    const gone = once(sending, "error");
    sending.write("half", () => setTimeout(() => sending.destroy(new Error("gone"))));
    await gone;
    await (await fetch(`${url()}/version`)).text();
    expect(printed.filter((line) => line.includes("aborted"))).toEqual([]);
  });
});

describe("an HTTP action's answer", () => {
  const ask = (body: string) => fetch(`${backend.siteUrl}/answer`, { method: "POST", body });
  const MESSAGE = "HTTP actions support responses up to 20 MiB";

  it("has 20 MiB; a larger one is refused, and logged in one line", async () => {
    const errors = vi.spyOn(console, "error");
    const whole = await (await ask(String(LIMITS.httpActionBytes))).text();
    expect(whole).toHaveLength(LIMITS.httpActionBytes);
    printed.length = 0;
    const refused = await ask(String(LIMITS.httpActionBytes + 1));
    expect([refused.status, await refused.json()]).toEqual([
      500,
      { code: "HttpResponseTooLarge", message: MESSAGE },
    ]);
    expect(printed).toEqual([`[http:POST /answer] Error: ${MESSAGE}`]);
    expect(errors).not.toHaveBeenCalled();
    errors.mockRestore();
  });

  it("that grows too large while it is sent is aborted, and logged in one line", async () => {
    const errors = vi.spyOn(console, "error");
    printed.length = 0;
    const broken = await ask("stream");
    expect(broken.status).toBe(200);
    await expect(broken.arrayBuffer()).rejects.toThrow("terminated");
    expect(printed).toEqual([`[http:POST /answer] Error: ${MESSAGE}`]);
    expect(errors).not.toHaveBeenCalled();
    errors.mockRestore();
  });
});

describe("a message over WebSocket", () => {
  it("beyond the limit closes its connection alone", async () => {
    const [large, other] = [await Wire.open(backend.url), await Wire.open(backend.url)];
    large.send(" ".repeat(LIMITS.messageBytes + 1));
    expect(await large.closed).toBe(1009);
    expect(await other.mutate("any:change", { value: 1 })).toMatchObject({ success: true });
    other.close();
  });
});
