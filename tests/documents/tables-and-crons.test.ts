import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import billingCrons from "../../packages/billing/src/component/crons";
import billingSchema from "../../packages/billing/src/component/schema";
import { filesUnder } from "../../packages/billing/scripts/files";
import siteCrons from "../../convex/crons";
import siteSchema from "../../convex/schema";

const PAGE = "docs/tables-and-crons.md";

interface Part {
  title: string;
  folder: string;
  crons: typeof siteCrons;
  schema: { tables: object };
}

const PARTS: readonly Part[] = [
  { title: "The site", folder: "convex", crons: siteCrons, schema: siteSchema },
  {
    title: "Billing",
    folder: "packages/billing/src/component",
    crons: billingCrons,
    schema: billingSchema,
  },
];

const COMMENT = String.raw`(\/\*\*(?:(?!\*\/)[\s\S])*\*\/|(?:\/\/.*\n\s*)+)\s*`;

/** The first sentence of the comment before a definition, on one line. */
function firstSentence(source: string, definition: string): string {
  const [, comment = ""] = new RegExp(COMMENT + definition, "m").exec(source) ?? [];
  const text = comment
    .replace(/\*\/\s*$/, "")
    .replaceAll(/^\s*(\/\*\*|\*|\/\/)/gm, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  return /^.*?\.(?= [A-Z@]|$)/.exec(text)?.[0] ?? text;
}

type Schedule = Part["crons"]["crons"][string]["schedule"];

function describeSchedule(schedule: Schedule): string {
  if (schedule.type === "hourly") return `hour, at minute ${schedule.minuteUTC}`;
  if (schedule.type !== "interval") throw new Error(`${schedule.type} has no words`);
  if ("minutes" in schedule) return `${schedule.minutes} minutes`;
  if (!("hours" in schedule)) throw new Error("Seconds have no words");
  return { 1: "hour", 24: "day" }[schedule.hours] ?? `${schedule.hours} hours`;
}

function cronRows({ crons, folder }: Part): string[][] {
  const rows = Object.values(crons.crons).map(({ name, schedule }) => {
    const [module = "", run = ""] = name.split(":");
    const source = readFileSync(join(folder, `${module}.ts`), "utf8");
    const what = firstSentence(source, `export const ${run} = `);
    return [describeSchedule(schedule), what, `\`${name}\``];
  });
  // A function that runs for each of several arguments.
  return rows.filter(([, , name], at) => rows.findIndex(([, , other]) => other === name) === at);
}

function tableRows({ folder, schema }: Part): string[][] {
  const sources = filesUnder(folder, /\.ts$/)
    .map((file) => [file, readFileSync(join(folder, file), "utf8")] as const)
    .filter(([, text]) => text.includes("defineTable("));
  return Object.keys(schema.tables)
    .sort()
    .map((table) => {
      const definition = `^ *${table}: defineTable\\(`;
      const [file, text] = sources.find(([, one]) => new RegExp(definition, "m").test(one)) ?? [];
      if (file === undefined || text === undefined) throw new Error(`Where is ${table} defined?`);
      return [`\`${table}\``, firstSentence(text, definition), `\`${file}\``];
    });
}

/** Aligned as the formatter wants it. */
function markdownTable(...rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  );
  const line = (row: string[]) =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...body.map(line)].join("\n");
}

const partText = (part: Part) => `## ${part.title}

Crons (\`${part.folder}/crons.ts\`):

${markdownTable(["Every", "What", "Function"], ...cronRows(part))}

Tables (files in \`${part.folder}\`):

${markdownTable(["Table", "What", "File"], ...tableRows(part))}
`;

it("the page of tables and crons has them all, with the first sentence of their comments", async () => {
  const rows = PARTS.flatMap((part) => [...cronRows(part), ...tableRows(part)]);
  expect(rows.filter(([, what]) => what === "")).toEqual([]);
  const text = `# Tables and crons

\`npx vitest run tests/documents/tables-and-crons.test.ts -u\` writes this page from the comments in the code.
[Operating](operating.md) says what to look up in which table, and [deploying](deploy.md#5-upkeep) when crons run.

${PARTS.map(partText).join("\n")}`;
  await expect(text).toMatchFileSnapshot(`../../${PAGE}`);
});
