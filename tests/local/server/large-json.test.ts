import { describe, expect, it } from "vitest";
import { Rounds } from "../../../packages/convex-local/src/runtime/rounds";
import { memoryOfParsed, parseInTurn } from "../../../packages/convex-local/src/server/large-json";

const large = JSON.stringify("x".repeat(100_000));

describe("JSON of clients", () => {
  it("waits behind one large text of another client, not behind all of them", async () => {
    const parsing = new Rounds();
    const order: string[] = [];
    const parse = async (client: string) => {
      expect(await parseInTurn(parsing, client, large)).toHaveLength(100_000);
      order.push(client);
    };
    await Promise.all(["flood", "flood", "flood", "flood", "other"].map(parse));
    expect(order.indexOf("other")).toBeLessThanOrEqual(1);
  });

  it("that is small does not wait", async () => {
    const parsing = new Rounds();
    void parsing.take("flood", () => new Promise<never>(() => {}));
    expect(await parseInTurn(parsing, "other", "[1]")).toEqual([1]);
  });

  const many = (one: string) => `[${Array(600_000).fill(one).join(",")}]`;

  it.each(["{}", "[]", "1", '{"a":[]}'])(
    "that has 600,000 values like %s is null, and one with a comma in a text is not",
    async (one) => {
      expect(await parseInTurn(new Rounds(), "a", many(one))).toBeNull();
      const text = ",[{".repeat(600_000);
      expect(await parseInTurn(new Rounds(), "a", JSON.stringify(text))).toBe(text);
    },
  );

  it.each(["{}", "[]", '{"a":1}', '{"a":{}}', `${"[".repeat(40)}${"]".repeat(40)}`])(
    "of many small values like %s takes no more memory than is counted",
    (one) => {
      const text = `[${Array(5_000).fill(one).join(",")}]`;
      const before = process.memoryUsage().heapUsed;
      const parsed = JSON.parse(text) as unknown;
      const { heapUsed } = process.memoryUsage();
      expect(heapUsed - before).toBeLessThan(memoryOfParsed(text).bytes);
      expect(parsed).toHaveLength(5_000);
    },
  );

  it.each(["{", "[".repeat(100_000), `${"[".repeat(100_000)}${"]".repeat(100_000)}`])(
    "that is invalid or too deep is null: %#",
    async (text) => expect(await parseInTurn(new Rounds(), "a", text)).toBeNull(),
  );
});
