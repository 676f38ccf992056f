import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { convexToJson, type JSONValue, type Value } from "convex/values";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { fromExportJson, toExportJson } from "../../../packages/convex-local/src/codec/export-json";
import { mintId, tableNumberOf } from "../../../packages/convex-local/src/codec/ids";
import type { Backend } from "../../../packages/convex-local/src/main";
import { casesOf } from "../../cases";
import { exported, fetched, imported, pack, post, system, tsOf, unpack, uploaded } from "./archive";
import type { Files, Upload } from "./archive";
import { convex } from "./command-line";
import { eventually, makeIssuer, makeProject, pictures, startFixture } from "./fixture";

const project = makeProject({
  "convex/crons.ts": "export {};",
  "convex/schema.ts": `
    import { defineSchema, defineTable } from "convex/server";
    import { v } from "convex/values";
    export default defineSchema({
      empty: defineTable({}),
      messages: defineTable({ channel: v.string(), body: v.string(), note: v.optional(v.string()) })
        .index("by_channel", ["channel"]),
      values: defineTable({ value: v.any(), message: v.optional(v.id("messages")) }),
    });`,
  "convex/convex.config.ts": `
    import { defineApp } from "convex/server";
    import notes from "../parts/notes/convex.config";
    const app = defineApp();
    app.use(notes);
    export default app;`,
  "parts/notes/convex.config.ts": `
    import { defineComponent } from "convex/server";
    export default defineComponent("notes");`,
  "parts/notes/schema.ts": `
    import { defineSchema, defineTable } from "convex/server";
    import { v } from "convex/values";
    export default defineSchema({ notes: defineTable({ text: v.string(), file: v.id("_storage") }) });`,
  "parts/notes/lib.ts": `
    import { actionGeneric, internalMutationGeneric, makeFunctionReference, queryGeneric } from "convex/server";
    export const insert = internalMutationGeneric(async (ctx, note) => { await ctx.db.insert("notes", note); });
    export const add = actionGeneric(async (ctx, { text }) => {
      const file = await ctx.storage.store(new Blob([text]));
      await ctx.runMutation(makeFunctionReference("lib:insert"), { text, file });
    });`,
  "convex/values.ts": `
    import { internalMutationGeneric, queryGeneric } from "convex/server";
    import { v } from "convex/values";
    export const find = queryGeneric((ctx, { id }) => ctx.db.get(id));
    export const store = internalMutationGeneric({ args: { value: v.any() }, handler: async (ctx, { value }) => {
      const message = await ctx.db.query("messages").first();
      await ctx.db.insert("values", { value, message: message._id });
    } });`,
});
const issuer = await makeIssuer();
let backend: Backend;

beforeAll(async () => {
  backend = await startFixture(project, issuer.jwks);
});
afterAll(async () => {
  await backend.close();
  project.remove();
});

const inOther = (dataDir: string) =>
  startFixture(project, issuer.jwks, { dataDir: join(project.dir, dataDir) });

const VALUES: Value[] = [
  { integer: 9_007_199_254_740_993n, float: 12, half: 0.5, large: 1e21, small: -5e-324 },
  [-0, NaN, Infinity, -Infinity, 0n, -1n, null, true],
  { text: 'é "1.5" \\ \n {"$integer":"x"} -12', bytes: new Uint8Array([1, 2, 255]).buffer },
];

async function upload(to: Backend): Promise<string> {
  const client = new ConvexHttpClient(to.url, { logger: false });
  const url = await client.mutation(pictures.uploadUrl, {});
  const headers = { "Content-Type": "image/png" };
  const answer = await fetch(url, { method: "POST", body: "pixels", headers });
  return ((await answer.json()) as { storageId: string }).storageId;
}

/** One picture, some messages, and values of all kinds. */
async function fill(to: Backend): Promise<void> {
  for (const body of ["first", "second"]) await to.run("messages:seed", { channel: "a", body });
  for (const value of VALUES) await to.run("values:store", { value });
  const note = { path: "lib:add", componentPath: "notes", args: { text: "of a component" } };
  await post("function", to, JSON.stringify(note));
  await upload(to);
}

describe("an export", () => {
  beforeAll(() => fill(backend));

  it("has the layout that `npx convex import` accepts", async () => {
    const path = join(project.dir, "snapshot.zip");
    const done = await convex(project, backend, "export", "--include-file-storage", "--path", path);
    expect(done).toMatchObject({ code: 0 });
    const files = await unpack(readFileSync(path));
    const names = Object.keys(files).filter((name) => !/_storage\/\w{32}/.test(name));
    expect(names).toEqual([
      "README.md",
      "_tables/documents.jsonl",
      ...["empty", "messages", "values"].flatMap((table) => [
        `${table}/documents.jsonl`,
        `${table}/generated_schema.jsonl`,
      ]),
      "_storage/documents.jsonl",
      ...[
        "_tables/documents",
        "notes/documents",
        "notes/generated_schema",
        "_storage/documents",
      ].map((name) => `_components/notes/${name}.jsonl`),
    ]);
    const rows = (name: string) => (files[name] ?? "").trim().split("\n");
    expect(rows("_tables/documents.jsonl").map((row) => JSON.parse(row) as object)).toMatchObject([
      { name: "empty" },
      { name: "messages" },
      { name: "values" },
    ]);
    expect(files["messages/generated_schema.jsonl"]).toBe('"uniform"\n');
    expect(rows("values/documents.jsonl")[0]).toContain(
      '"value":{"float":12.0,"half":0.5,"integer":9007199254740993,"large":1e+21,"small":-5e-324}',
    );
    const [picture] = rows("_storage/documents.jsonl").map(
      (row) => JSON.parse(row) as Record<string, unknown>,
    );
    const sha256 = createHash("sha256").update("pixels").digest("base64");
    expect(picture).toMatchObject({ sha256, size: 6, contentType: "image/png" });
    expect(files[`_storage/${String(picture?._id)}.png`]).toBe("pixels");
  });

  it("can be imported into an empty folder unchanged, with ids, times and files", async () => {
    const before = await exported(backend);
    const path = join(project.dir, "moved.zip");
    writeFileSync(path, await pack(before));
    let other = await inOther("moved");
    const done = await convex(project, other, "import", path, "-y");
    expect(done).toMatchObject({
      code: 0,
      told: expect.stringContaining("Added 6 documents") as string,
    });
    expect(await exported(other)).toEqual(before);
    await other.close();
    other = await inOther("moved");
    expect(await exported(other)).toEqual(before);
    expect(await other.run("messages:list", { channel: "a" })).toEqual(["first", "second"]);
    await other.close();
  });

  it("contains what the command line shows of a component", async () => {
    const ask = async (path: string, args: JSONValue, componentPath = "notes") =>
      post(
        "query",
        backend,
        JSON.stringify({ path: `_system/cli/${path}`, componentPath, args, format: "json" }),
      );
    expect(await ask("tables", {})).toMatchObject({ value: { page: [{ name: "notes" }] } });
    const paginationOpts = { numItems: 10, cursor: null };
    const rows = await ask("tableData", { table: "notes", order: "asc", paginationOpts });
    expect(rows).toMatchObject({ value: { page: [{ text: "of a component" }] } });
    const spec = await ask("modules:apiSpec", {});
    expect(spec).toMatchObject({
      value: [{ identifier: "lib.js:add" }, { identifier: "lib.js:insert" }],
    });
    expect(JSON.stringify(await ask("tables", {}, "none"))).toContain(
      'Component path \\"none\\" was not found.',
    );
  });

  it("is of one moment, and can be fetched once", async () => {
    await post("export/request/zip?includeStorage=false", backend);
    await backend.run("messages:seed", { channel: "late", body: "late" });
    const { start_ts } = (await system(backend, "exports:getLatest", {})) as {
      start_ts: JSONValue;
    };
    const again = () =>
      fetch(`${backend.url}/api/export/zip/${tsOf(start_ts)}`, {
        headers: { Authorization: `Convex ${backend.adminKey}` },
      });
    const files = await unpack(Buffer.from(await (await again()).arrayBuffer()));
    expect(files["messages/documents.jsonl"]).not.toContain("late");
    expect(files["_storage/documents.jsonl"]).toBeUndefined();
    expect((await again()).status).toBe(400);
  });

  it("fails when a file was deleted meanwhile, and is complete the next time", async () => {
    const id = await upload(backend);
    await post("export/request/zip?includeStorage=true", backend);
    await new ConvexHttpClient(backend.url, { logger: false }).mutation(pictures.remove, { id });
    const told = vi.spyOn(console, "error").mockReturnValue();
    await expect(fetched(backend)).rejects.toThrow("terminated");
    told.mockRestore();
    expect(Object.keys(await exported(backend))).not.toContain(`_storage/${id}.png`);
  });

  it("writes every value so that it can be read again", () => {
    const value = fc.letrec<{ value: Value }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.double(),
        fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
        fc.string({ unit: "grapheme" }),
        fc.constantFrom(null, true, '{"$integer":"1"}', "1.5", '\\"7'),
        fc.uint8Array().map((bytes) => Uint8Array.from(bytes).buffer),
        fc.array(tie("value")),
        fc.dictionary(fc.stringMatching(/^[a-z"1. ]{1,5}$/), tie("value")),
      ),
    })).value;
    fc.assert(
      fc.property(value, (one) => {
        const json = convexToJson(one);
        expect(fromExportJson(toExportJson(json), 64)).toEqual(json);
      }),
      { numRuns: casesOf(200) },
    );
  });
});

describe("an import", () => {
  let to: Backend;
  beforeAll(async () => {
    to = await inOther("imports");
  });
  afterAll(() => to.close());

  const bodies = () => to.run("messages:list", { channel: "a" });
  const line = (body: string) => JSON.stringify({ channel: "a", body });

  it.each([
    ["jsonLines", "append", `${line("1")}\n${line("2")}\n`, ["1", "2"]],
    ["jsonArray", "append", `[${line("3")}]`, ["1", "2", "3"]],
    ["jsonLines", "replace", line("4"), ["4"]],
    ["csv", "replace", 'channel, body,note\na,"x, ""y""\nz",\n', ['x, "y"\nz']],
    ["jsonLines", "replaceAll", "", []],
    ["jsonLines", "requireEmpty", line("5"), ["5"]],
  ])("accepts %s with %s", async (format, mode, text, expected) => {
    const state = await imported(to, text, { format, mode, tableName: "messages" });
    expect(state).toMatchObject({ state: "completed" });
    expect(await bodies()).toEqual(expected);
  });

  it("previews its changes", async () => {
    const upload = { format: "jsonLines", mode: "replace", tableName: "messages" };
    const { message_to_confirm } = await imported(to, line("6"), upload);
    expect(message_to_confirm).toBe(
      "Import change summary:\ntable    | create | delete\n--------------------------\nmessages | 1      | 1 of 1",
    );
  });

  it("with replace-all clears tables that the archive does not have", async () => {
    await to.run("values:store", { value: 1 });
    const archive = await pack({ "messages/documents.jsonl": line("7") });
    expect(await imported(to, archive, { format: "zip", mode: "replaceAll" })).toMatchObject({
      state: "completed",
    });
    expect((await exported(to))["values/documents.jsonl"]).toBe("");
  });

  it("keeps the ids of tables that have other numbers here", async () => {
    const number = 12_345;
    const id = mintId(number);
    const archive = await pack({
      "_tables/documents.jsonl": `{"name":"messages","id":${number}}\n{"name":"values","id":10001}`,
      "messages/documents.jsonl": `{"_id":"${id}","_creationTime":1700000000000.5,"channel":"a","body":"8"}`,
      "messages/generated_schema.jsonl": '"uniform"\n',
      "values/documents.jsonl": `{"value":1,"message":"${id}"}\n`,
    });
    expect(await imported(to, archive, { format: "zip", mode: "replace" })).toMatchObject({
      state: "completed",
    });
    const after = await exported(to);
    expect(after["messages/documents.jsonl"]).toContain(
      `"_id":"${id}","_creationTime":1700000000000.5`,
    );
    const numbers = [...(after["_tables/documents.jsonl"] ?? "").matchAll(/"id":(\d+)/g)];
    expect(new Set(numbers.map(([, one]) => one)).size).toBe(3);
    await to.run("messages:seed", { channel: "a", body: "9" });
    const rows = (await exported(to))["messages/documents.jsonl"] ?? "";
    const ids = [...rows.matchAll(/"_id":"(\w+)"/g)].map(([, one]) => tableNumberOf(one ?? ""));
    expect(ids).toEqual([number, number]);
  });

  it("leaves nothing when it is abandoned for an hour", async () => {
    const timers = vi.spyOn(globalThis, "setTimeout");
    const staged = () => readdirSync(join(project.dir, "imports/files")).length;
    const before = staged();
    const { uploadToken } = (await post("import/start_upload", to)) as { uploadToken: string };
    const part = `import/upload_part?uploadToken=${uploadToken}&partNumber=1`;
    await post(part, to, "{}");
    const { stateOf } = await uploaded(to, line("x"), {
      ...{ format: "jsonLines", mode: "append", tableName: "messages" },
    });
    expect(staged()).toBe(before + 2);
    for (const [end, delay] of timers.mock.calls) if (delay === 60 * 60 * 1000) end();
    timers.mockRestore();
    expect(staged()).toBe(before);
    expect((await stateOf()).error_message).toContain("not confirmed within an hour");
    expect(await post(part, to, "{}")).toMatchObject({ code: "ImportUploadNotFound" });
  });

  it("appends nothing to a table when the number belongs to another table's documents", async () => {
    await to.run("values:store", { value: 1 });
    const before = await exported(to);
    const { id } = JSON.parse(
      (before["_tables/documents.jsonl"] ?? "").split("\n").find((row) => row.includes("values")) ??
        "",
    ) as { id: number };
    const numbers = `{"name":"empty","id":${id}}\n{"name":"values","id":${id + 50}}`;
    const archive = await pack({ "_tables/documents.jsonl": numbers });
    const state = await imported(to, archive, { format: "zip", mode: "append" });
    expect(state.error_message).toContain("conflict with existing table `values`");
    expect(await exported(to)).toEqual(before);
  });

  it("is seen by clients that watched its documents before", async () => {
    const id = mintId(12_400);
    const client = new ConvexClient(to.url);
    const find = makeFunctionReference<"query">("values:find");
    const until = (isThere: boolean) =>
      eventually(
        (onValue) => client.onUpdate(find, { id }, onValue),
        (found) => (found !== null) === isThere,
      );
    await until(false);
    const empty = { format: "jsonLines", mode: "replace", tableName: "empty" };
    await imported(to, JSON.stringify({ _id: id }), empty);
    await until(true);
    await client.close();
  });

  const otherId = mintId(10_050);
  it.each<[string, string | Files, string, Partial<Upload>?]>([
    [
      "has documents already",
      line("x"),
      "Table messages already exists.",
      { mode: "requireEmpty" },
    ],
    ["is no JSON", `${line("x")}\nnope`, "Row 2 wasn't valid JSON"],
    ["is no object", "[1]", "Row 1 wasn't an object"],
    ["is no UTF-8", Buffer.from([34, 255, 34]).toString("latin1"), "Import wasn't valid UTF8"],
    ["does not match the schema", '{"channel":1,"body":"x"}', "does not match the schema"],
    [
      "has a reserved field",
      '{"channel":"a","body":"x","_own":1}',
      "can't start with an underscore",
    ],
    [
      "has an id of an unknown table",
      '{"_id":"x","channel":"a","body":"x"}',
      "isn't an ID of this table",
    ],
    ["has a wrong time", '{"_creationTime":"1","channel":"a","body":"x"}', "isn't a time"],
    [
      "has an id twice",
      `{"_id":"${otherId}","channel":"a","body":"x"}\n`.repeat(2),
      "exists already",
    ],
    ["is no table", line("x"), '"_crons" isn\'t a valid table name', { tableName: "_crons" }],
    ["is a component's", line("x"), "Invalid table name: notes/n", { tableName: "notes/notes" }],
    ["is no archive", "PK nothing", "invalid zip file", { format: "zip" }],
    [
      "is of another component",
      { "_components/x/t/documents.jsonl": "" },
      'Component path "x" was not found',
    ],
    ["misses a file", { "_storage/documents.jsonl": `{"_id":"${otherId}"}` }, "no file for it"],
    [
      "has a changed file",
      {
        "_storage/documents.jsonl": `{"_id":"${otherId}","sha256":"${createHash("sha256").update("a").digest("base64")}"}`,
        [`_storage/${otherId}.png`]: "b",
      },
      "its sha256 doesn't fit",
    ],
    [
      "is of an older export",
      { "messages/documents.jsonl": "", "messages/generated_schema.jsonl": '"{}"' },
      "older export",
    ],
    ["has a file without a row", { [`_storage/${otherId}`]: "b" }, "No row of _storage names"],
    [
      "is a table that is not in the schema",
      line("x"),
      "is not in the schema",
      { tableName: "others" },
    ],
    ["is not an array", "{}", "Not a JSON array", { format: "jsonArray" }],
    ["ends within a character", "channel,body\na,\xc3", "wasn't valid UTF8", { format: "csv" }],
    ["lacks cells", "channel,body\na\n", "CSV row 1 doesn't have all", { format: "csv" }],
    ["has an open quotation mark", 'channel\n"a', "never closed", { format: "csv" }],
    ["has an unknown format", line("x"), "Unknown format toString", { format: "toString" }],
    ["has a field that documents cannot have", '{"a b":1}', "Field name 'a b' is invalid"],
    [
      "has a timestamp in the future",
      '{"value":{"$commitTs":null}}',
      "`$commitTs` has no value",
      { tableName: "values" },
    ],
    [
      "has a file twice",
      [
        ["messages/documents.jsonl", line("x")],
        ["messages/documents.jsonl", line("y")],
      ],
      "The archive has two files messages/documents.jsonl",
    ],
    [
      "has an unterminated row",
      { "messages/documents.jsonl": " ".repeat(2 ** 24 + 2 ** 16) },
      "Row 1 is too",
    ],
    ...[undefined, 2 ** 14].map((id): [string, Files, string] => [
      `numbers a table ${id}`,
      { "_tables/documents.jsonl": JSON.stringify({ name: "messages", id }) },
      "Table messages has a wrong number",
    ]),
  ])("changes nothing when it %s", async (_, file, message, given = {}) => {
    const before = await exported(to);
    const isArchive = typeof file !== "string";
    const bytes = isArchive ? await pack(file) : Buffer.from(file, "latin1");
    const upload = isArchive ? { format: "zip" } : { format: "jsonLines", tableName: "messages" };
    const state = await imported(to, bytes, { mode: "replace", ...upload, ...given });
    expect(state).toMatchObject({ state: "failed" });
    expect(state.error_message).toContain(message);
    expect(await exported(to)).toEqual(before);
  });
});
