import { PDFArray, PDFDocument, PDFRawStream, decodePDFRawStream } from "pdf-lib";
import { describe, expect, it } from "vitest";
import { api } from "../../src/component/_generated/api";
import type { PrintedDocument } from "../../src/component/documents/document";
import { drawDocument } from "../../src/component/documents/drawDocument";
import { saveHostSettings } from "../../src/component/store/hostSettings";
import { ANA, APRIL_1, DAY_MS, attached, getCustomer, saveCard } from "../engine/harness";
import { setTime, startEngine } from "../engine/harness";
import { pathOf } from "./form";

/** The text of a PDF, line by line. */
async function read(bytes: ArrayBuffer) {
  const pdf = await PDFDocument.load(bytes);
  const text = pdf.getPages().map((page) => {
    const contents = page.node.Contents();
    const streams = contents instanceof PDFArray ? contents.asArray() : [];
    const parts = streams.map((ref) => {
      const stream = pdf.context.lookup(ref);
      if (!(stream instanceof PDFRawStream)) return "";
      return new TextDecoder("latin1").decode(decodePDFRawStream(stream).decode());
    });
    return [...parts.join("\n").matchAll(/<([0-9A-F]*)> Tj/g)].map(([, hex = ""]) =>
      new TextDecoder("windows-1252").decode(Uint8Array.from(Buffer.from(hex, "hex"))),
    );
  });
  return { pages: text.length, title: pdf.getTitle(), lines: text.flat() };
}

const SELLER = {
  name: "Spotlight GmbH",
  address: ["Hauptstraße 1", "10115 Berlin"],
  tax_id: "DE1",
};
const DOCUMENT: PrintedDocument = {
  kind: "invoice",
  number: "7KQ2M9XA-0001",
  refunds: null,
  status: "paid",
  seller: SELLER,
  billed_to: ["Ana Quill", "ana@quill.test"],
  created_at: Date.UTC(2025, 3, 1),
  lines: [{ description: "Creator - $6 / month", amount: 6 }],
  total: 6,
  currency: "usd",
  notes: ["Paid by card: $6.00"],
};
const drawn = async (over: Partial<PrintedDocument>) =>
  await read(await drawDocument({ ...DOCUMENT, ...over }));

describe("a printed invoice", () => {
  it("names the seller, the buyer, the lines and the total", async () => {
    const { lines, title, pages } = await drawn({});
    expect([title, pages]).toEqual(["Invoice 7KQ2M9XA-0001", 1]);
    expect(lines).toEqual([
      ...["Invoice 7KQ2M9XA-0001", "April 1, 2025 · Paid"],
      ...["Spotlight GmbH", "Hauptstraße 1", "10115 Berlin", "Tax id DE1"],
      ...["Billed to", "Ana Quill", "ana@quill.test"],
      ...["Creator - $6 / month", "$6.00", "Total", "$6.00", "Paid by card: $6.00"],
    ]);
  });

  it.each([
    ["jpy", 1500, "¥1,500"],
    ["eur", -0.5, "-€0.50"],
    ["kwd", 1.005, "KWD 1.005"],
    ["inr", 2, "Rs2.00"],
  ])("has the decimals of %s", async (currency, total, shown) => {
    const { lines } = await drawn({ currency, total });
    expect(lines.map((line) => line.replace("\u00a0", " ").replace("\u0080", "€"))).toContain(
      shown,
    );
  });

  it.each([
    ["Łukasz Żółć", "Lukasz Zólc"],
    ["Юлия Иванова", "Yuliya Ivanova"],
    ["李小龙", "LiXiaoLong"],
    ["محمد", "mhmd"],
    ["Ana 🎨\u0000\u202e", "Ana :art:"],
  ])("writes %s in letters that it can print", async (name, shown) => {
    const { lines } = await drawn({ billed_to: [name] });
    expect(lines.map((line) => line.trim())).toContain(shown);
  });

  it("goes on on a second page, and breaks long words", async () => {
    const description = "x".repeat(400);
    const { pages, lines } = await drawn({
      lines: Array.from({ length: 40 }, () => ({ description, amount: 1 })),
    });
    expect(pages).toBeGreaterThan(1);
    expect(lines.filter((line) => line === "$1.00")).toHaveLength(40);
    expect(lines.filter((line) => /^x+$/.test(line)).join("")).toBe(description.repeat(40));
  });
});

describe("the page of an invoice", () => {
  it("can be opened for 30 days with the link that its events have", async () => {
    const t = await startEngine();
    await saveCard(t);
    await attached(t, { product_id: "creator" });
    const events = await t.run((ctx) => ctx.db.query("events").take(20));
    const paid = events.find(({ type }) => type === "invoice.paid");
    const path = pathOf((paid?.fields as { hosted_invoice_url: string }).hosted_invoice_url);
    const statusAfter = async (days: number) => {
      setTime(APRIL_1 + days * DAY_MS);
      return (await t.fetch(path, {})).status;
    };
    expect([await statusAfter(29), await statusAfter(31)]).toEqual([200, 404]);
  });

  it("leads to PDFs of the invoice and its credit notes, and to no others", async () => {
    const t = await startEngine();
    await saveCard(t);
    await attached(t, { product_id: "creator" });
    await t.run((ctx) => saveHostSettings(ctx, { seller: SELLER }));
    const { invoices = [] } = await getCustomer(t);
    const invoice = String(invoices[0]?.stripe_id);
    const params = { customer_id: ANA, invoice, lines: [{ line: 0, amount: 2 }], reason: "Sorry" };
    await t.mutation(api.public.createRefund, { params });
    const path = pathOf(invoices[0]?.hosted_invoice_url);
    const page = await (await t.fetch(path, {})).text();
    expect(page).toContain("Sold by Spotlight GmbH, Hauptstraße 1, 10115 Berlin, Tax id DE1");
    const links = [...page.matchAll(/href="(\?pdf=[^"]+)"/g)];
    expect(links).toHaveLength(2);
    const documents = [];
    for (const [, link = ""] of links) {
      const response = await t.fetch(path + link, {});
      expect(response.headers.get("Content-Type")).toBe("application/pdf");
      documents.push(await read(await response.arrayBuffer()));
    }
    const [own, note] = documents;
    expect(own?.lines).toEqual(expect.arrayContaining(["Spotlight GmbH", "Paid by card: $6.00"]));
    expect(note?.title).toMatch(/^Credit note CN-\w{8}-0001$/);
    expect(note?.lines).toEqual(expect.arrayContaining(["Sorry", "To the card: $2.00", "$2.00"]));
    expect((await t.fetch(`${path}?pdf=CN-OTHER-0001`, {})).status).toBe(404);
    expect((await t.fetch(`${path.slice(0, -1)}x?pdf=${own?.title}`, {})).status).toBe(404);
  });
});

describe("the portal", () => {
  it("lists invoices page by page", async () => {
    const t = await startEngine();
    await saveCard(t);
    await attached(t, { product_id: "creator" });
    await t.run(async (ctx) => {
      const row = await ctx.db.query("invoices").first();
      if (!row) throw new Error("Nothing was charged");
      const { _id, _creationTime, ...invoice } = row;
      void [_id, _creationTime];
      for (let n = 2; n <= 25; n += 1)
        await ctx.db.insert("invoices", { ...invoice, key: `k${n}` });
    });
    const { data } = await t.mutation(api.public.billingPortal, { params: { customer_id: ANA } });
    const path = pathOf(data?.url);
    const first = await (await t.fetch(path, {})).text();
    const older = /href="(\?invoices=[^"]+)"/.exec(first)?.[1] ?? "none";
    const second = await (await t.fetch(path + older, {})).text();
    const shown = [first, second].map((page) => page.split(">View<").length - 1);
    expect(shown).toEqual([20, 5]);
    expect((await t.fetch(`${path}?invoices=none`, {})).status).toBe(404);
  });
});
