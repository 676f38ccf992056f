import { makeFunctionReference } from "convex/server";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import schema from "../../../convex/schema";
import { LABEL, openSite, pngOf } from "./site";

const modules = import.meta.glob("../../../convex/community/**/*.ts");

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
});
/** Ada's, for calls by her. */
interface Named {
  work: string;
  comment: string;
  page: string;
  collection: string;
  file: () => Promise<string>;
}

interface Written {
  call: (text: string, named: Named) => Promise<Record<string, unknown>> | Record<string, unknown>;
  code?: string;
  /** Empty texts and blanks are allowed. */
  isOptional?: true;
}

const publishing = (made: (text: string) => object, code?: string, isOptional?: true): Written => ({
  call: async (text, { file }) => ({
    ...{ ...LABEL, clientUploadId: "new", storageId: await file(), ...made(text) },
  }),
  ...(code !== undefined && { code }),
  ...(isOptional && { isOptional }),
});

/** Every argument that members write and others read, as "function argument". */
const WRITTEN: Readonly<Record<string, Written>> = {
  "artworks/functions:edit .title": { call: (title, { work: id }) => ({ id, title }) },
  "artworks/functions:edit .alt": { call: (alt, { work: id }) => ({ id, alt }), isOptional: true },
  "artworks/functions:edit .description": {
    call: (description, { work: id }) => ({ id, description }),
    isOptional: true,
  },
  "artworks/functions:edit .tags[]": {
    call: (tag, { work: id }) => ({ id, tags: [tag] }),
    code: "invalid_tag",
  },
  "artworks/bulkEdit:apply .changes.addTags[]": {
    call: (tag, { work }) => ({ ids: [work], changes: { addTags: [tag] } }),
    code: "invalid_tag",
  },
  "collections/functions:create .title": {
    call: (title) => ({ title, description: "", visibility: "public" }),
  },
  "collections/functions:create .description": {
    call: (description) => ({ title: "New", description, visibility: "public" }),
    isOptional: true,
  },
  "collections/functions:edit .title": { call: (title, { collection: id }) => ({ id, title }) },
  "collections/functions:edit .description": {
    call: (description, { collection: id }) => ({ id, description }),
    isOptional: true,
  },
  "comments/functions:add .text": { call: (text, { work: artworkId }) => ({ artworkId, text }) },
  "comments/functions:edit .text": { call: (text, { comment: id }) => ({ id, text }) },
  "files/functions:add .caption": {
    call: async (caption, { work: artworkId, file }) => ({
      ...{ artworkId, role: "step", storageId: await file(), caption },
    }),
    isOptional: true,
  },
  "files/functions:setCaption .caption": {
    call: (caption, { page: id }) => ({ id, caption }),
    isOptional: true,
  },
  "moderation/reports:send .note": {
    call: (note) => ({ subject: { kind: "profile", id: "ben" }, reason: "spam", note }),
    isOptional: true,
  },
  "prints/functions:order .address": {
    call: (address, { work: artworkId }) => ({ artworkId, address }),
  },
  "profiles/functions:edit .name": { call: (name) => ({ name }) },
  "profiles/functions:edit .bio": { call: (bio) => ({ bio }), isOptional: true },
  "profiles/functions:edit .links[]": {
    call: (text) => ({ links: [`https://art.example/${text}`] }),
    code: "invalid_link",
    isOptional: true,
  },
  "profiles/usernames:change .username": {
    call: (username) => ({ username }),
    code: "invalid_username",
  },
  "studios/functions:create .name": { call: (name) => ({ slug: "new-room", name }) },
  "studios/functions:create .slug": {
    call: (slug) => ({ slug, name: "New room" }),
    code: "invalid_slug",
  },
  "uploads/functions:publish .title": publishing((title) => ({ title })),
  "uploads/functions:publish .alt": publishing((alt) => ({ alt }), undefined, true),
  "uploads/functions:publish .description": publishing(
    (description) => ({ description }),
    undefined,
    true,
  ),
  "uploads/functions:publish .tags[]": publishing((tag) => ({ tags: [tag] }), "invalid_tag"),
};

/** Arguments that identify, prove or are compared; none of them is shown to a member. */
const NAMING =
  /\.(artworkId|ids?(\[\])?|clientUploadIds?(\[\])?|pageId|collectionId|slug|studio|from|to|username|thumbhash|code|currentPassword|removeTags\[\])$/;
/**
 * Arguments of functions that only read, that only operators may call, or that are tested above.
 */
const OTHERS: readonly string[] = [
  ...["tags[]", "words"].map((name) => `artworks/tagSuggestions:suggest .${name}`),
  // The same check as for the title, before any file is inspected.
  "uploads/functions:publish .pages[].caption",
];

type Shape = { type: string; value?: unknown };

/** The paths of all strings in an argument. */
function stringsIn(path: string, { type, value }: Shape): string[] {
  if (type === "string") return [path];
  if (type === "array") return stringsIn(`${path}[]`, value as Shape);
  if (type === "union") return (value as Shape[]).flatMap((one) => stringsIn(path, one));
  if (type !== "object") return [];
  const fields = Object.entries(value as Record<string, { fieldType: Shape }>);
  return fields.flatMap(([name, { fieldType }]) => stringsIn(`${path}.${name}`, fieldType));
}

async function open() {
  const site = await openSite(modules);
  const { t, person, hang, prepare, send } = site;
  const [ada, ben] = [person("ada"), person("ben")];
  await ben.mutation(api.community.profiles.functions.ensure, {});
  const work = await hang("ada", "w");
  const said = await ada.mutation(api.community.comments.functions.add, {
    ...{ artworkId: work, text: "Hello" },
  });
  const made = await ada.mutation(api.community.collections.functions.create, {
    ...{ title: "Shelf", description: "", visibility: "public" as const },
  });
  const page = await ada.mutation(api.community.files.functions.add, {
    ...{ artworkId: work, role: "step", storageId: await prepare("ada"), caption: "" },
  });
  const [comment, collection, pageId] = [...[said.data?.commentId, made.data?.id, page.data?.id]];
  if (!comment || !collection || !pageId) throw new Error("Nothing to write on");
  const named: Named = {
    ...{ work, comment, page: pageId, collection },
    file: async () => await send(pngOf(5, 4)),
  };
  const kindOf = async (name: string) => {
    const [path = "", exported = ""] = name.split(":");
    const load = modules[`../../../convex/community/${path}.ts`];
    const value = ((await load?.()) as Record<string, object>)[exported] ?? {};
    return "isAction" in value ? "action" : "mutation";
  };
  const write = async (argument: string, text: string) => {
    const [name = ""] = argument.split(" ");
    const args = (await WRITTEN[argument]?.call(text, named)) ?? {};
    const reference = `community/${name}`;
    const answer: unknown =
      (await kindOf(name)) === "action"
        ? await ada.action(makeFunctionReference<"action">(reference), args)
        : await ada.mutation(makeFunctionReference<"mutation">(reference), args);
    return (answer as { error: { code: string } | null }).error?.code ?? "done";
  };
  const stored = async () =>
    await t.run(async ({ db }) => {
      const names = Object.keys(schema.tables) as (keyof typeof schema.tables)[];
      return JSON.stringify(await Promise.all(names.map((name) => db.query(name).take(50))));
    });
  return { write, stored };
}

const HIDDEN = ["\u202e", "\u2067", "\0", "\u001b[2J", "\ufffb"];
const BLANK = "\u200b\u3164\u2800\u00ad\u{e0020}";

describe("every text that a member writes", () => {
  it("is in the table, and every other argument only names something", async () => {
    const found: string[] = [];
    for (const [file, load] of Object.entries(modules)) {
      const path = file.replace(/^.*\/community\/(.+)\.ts$/, "$1");
      if (path.startsWith("operators/")) continue;
      for (const [name, value] of Object.entries((await load()) as Record<string, unknown>)) {
        if (typeof value !== "function" || !("isPublic" in value) || "isQuery" in value) continue;
        const { exportArgs } = value as { exportArgs?: () => string };
        const args = JSON.parse(exportArgs?.() ?? "{}") as Shape;
        found.push(...stringsIn("", args).map((argument) => `${path}:${name} ${argument}`));
      }
    }
    const known = [...Object.keys(WRITTEN), ...OTHERS];
    expect(found.length).toBeGreaterThan(60);
    expect(known.filter((argument) => !found.includes(argument))).toEqual([]);
    const rest = [...new Set(found)].filter((argument) => !known.includes(argument));
    expect(rest.filter((argument) => !NAMING.test(argument))).toEqual([]);
  });

  it("has no control character", async () => {
    const { write, stored } = await open();
    for (const [n, argument] of Object.keys(WRITTEN).entries()) {
      const sign = HIDDEN[n % HIDDEN.length] ?? "";
      const { code = "invalid_text" } = WRITTEN[argument] ?? {};
      expect([argument, await write(argument, `Le${sign}mons`)]).toEqual([argument, code]);
      expect(await stored()).not.toMatch(/Le.{1,12}mons/);
    }
  });

  it("has something to see, unless it may be empty", async () => {
    const { write } = await open();
    const got: string[] = [];
    for (const [argument, { isOptional }] of Object.entries(WRITTEN))
      if (!isOptional && (await write(argument, BLANK)) === "done") got.push(argument);
    expect(got).toEqual([]);
  });
});

describe("a member's name from another identity provider", () => {
  it.each([
    ["A\u202eda \0Lovelace", "ada", "Ada Lovelace", "ada"],
    [BLANK, "ada", "ada", "ada"],
    ["Ada", "spotlight-team", "Ada", "member"],
    ["Ada", "Admin_", "Ada", "member"],
  ])("%j is cleaned, and %j is theirs unless it is reserved", async (...row) => {
    const [name, preferredUsername, shown, username] = row;
    const { t } = await openSite(modules);
    const identity = {
      subject: "u1",
      issuer: "https://clerk",
      tokenIdentifier: "https://clerk|u1",
    };
    const who = t.withIdentity({ ...identity, name, preferredUsername });
    const { data } = await who.mutation(api.community.profiles.functions.ensure, {});
    expect(data).toMatchObject({ name: shown, username });
    const second = t.withIdentity({
      ...identity,
      tokenIdentifier: "https://clerk|u2",
      name,
      preferredUsername,
    });
    const other = await second.mutation(api.community.profiles.functions.ensure, {});
    expect(other.data?.username).toBe(`${username}-2`);
  });
});
