import { once } from "node:events";
import { WebSocket } from "ws";
import { beforeAll, describe, expect, it } from "vitest";
import { newMember, secretsIn, site, type Attacker } from "./attacker";

let member: Attacker;
beforeAll(async () => {
  member = await newMember("sockets");
});

const address = `${site.functionsUrl.replace("http", "ws")}/api/1.30.0/sync`;

/** Sends some texts on one socket; returns how it was closed, or what arrived if it stays open. */
async function say(texts: readonly (string | Uint8Array<ArrayBuffer>)[]): Promise<string> {
  const socket = new WebSocket(address);
  const received: string[] = [];
  socket.on("message", (data: Buffer) => received.push(data.toString()));
  const closed = new Promise<string>((answer) => {
    socket.on("close", (code, reason) => answer(`${String(code)} ${reason.toString()}`));
  });
  await once(socket, "open");
  for (const text of texts) socket.send(text);
  const end = await closed;
  expect(secretsIn(received.join("\n"))).toEqual([]);
  return end;
}

const CONNECT = JSON.stringify({
  type: "Connect",
  sessionId: "attack",
  connectionCount: 0,
  lastCloseReason: null,
});
const QUERIES = (modifications: object[]) =>
  JSON.stringify({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications });

describe("a socket", () => {
  it.each<[what: string, texts: (string | Uint8Array<ArrayBuffer>)[]]>([
    ["no JSON", ["{"]],
    ["bytes", [new Uint8Array([0xff, 0xfe, 0x00])]],
    ["a call before it connects", [QUERIES([])]],
    ["a session id that is not a string", [CONNECT.replace('"attack"', "{}")]],
    ["a session id of 1 MB", [CONNECT.replace("attack", "x".repeat(1_000_000))]],
    ["JSON of a depth of 100,000", [`${"[".repeat(100_000)}${"]".repeat(100_000)}`]],
    ["a version that is not the next", [CONNECT, QUERIES([]), QUERIES([])]],
    ["an invalid timestamp", [CONNECT.replace("}", ',"maxObservedTimestamp":"zz"}')]],
    [
      "an administrator's wrong key",
      [
        CONNECT,
        JSON.stringify({ type: "Authenticate", baseVersion: 0, tokenType: "Admin", value: "" }),
      ],
    ],
    [
      "5,000 subscriptions",
      [
        CONNECT,
        QUERIES(
          Array.from({ length: 5_000 }, (_, queryId) => ({
            ...{ type: "Add", queryId, udfPath: "community/artworks/functions:feed" },
            args: [{ paginationOpts: { numItems: 1, cursor: null, id: queryId } }],
          })),
        ),
      ],
    ],
  ])("with %s is closed with a reason", async (_, texts) => {
    expect(await say(texts)).toMatch(/^(1003|1007|1008|1009|1011) ?\w*/);
  });

  it("leaves the site's response time unchanged", async () => {
    const { value } = await member.action("billing:createCustomer");
    expect(value).toMatchObject({ error: null });
  });
});

describe("a page of a list", () => {
  const page = async (paginationOpts: Record<string, string | number | null>) =>
    await member.query("community/artworks/functions:feed", { paginationOpts });

  it.each([1e9, -1, 0.5, Number.NaN, Infinity])(
    "of %d items is bounded or refused",
    async (numItems) => {
      const { value, refusal } = await page({ numItems, cursor: null });
      const { page: items = [] } = (value ?? {}) as { page?: unknown[] };
      expect(items.length).toBeLessThanOrEqual(100);
      expect(refusal === null || !/RangeError|TypeError/.test(refusal)).toBe(true);
    },
  );

  it.each(["x", "", "e30", "../../", "A".repeat(10_000), '"'])(
    "with the cursor %j is refused",
    async (cursor) => {
      const { refusal } = await page({ numItems: 1, cursor });
      expect(refusal).toContain("InvalidCursor");
    },
  );

  it("with another list's cursor is refused", async () => {
    const { value } = await page({ numItems: 1, cursor: null });
    const { continueCursor } = value as { continueCursor: string };
    const { refusal } = await member.query("community/feed/functions:trending", {
      paginationOpts: { numItems: 1, cursor: continueCursor },
    });
    expect(refusal).toContain("InvalidCursor");
  });
});
