import anyAscii from "any-ascii";
import { PDFDocument, StandardFonts, rgb } from "pdf-lib";
import type { PDFFont, PDFPage } from "pdf-lib";
import { formatMoney } from "../rules/text";
import type { PrintedDocument } from "./document";

/** A4 in points. */
const PAGE = { width: 595.28, height: 841.89 };
const MARGIN = 56;
const RIGHT = PAGE.width - MARGIN;
const SIZE = 10;
const LEADING = 15;
const GREY = rgb(0.38, 0.38, 0.38);
const BLACK = rgb(0.1, 0.1, 0.1);

const TITLES = { invoice: "Invoice", credit_note: "Credit note" } as const;
const STATUS: Readonly<Record<PrintedDocument["status"], string>> = {
  draft: "Draft",
  open: "Open",
  paid: "Paid",
  void: "Void",
  uncollectible: "Written off",
  pending: "On its way",
  issued: "Issued",
};

/** Draws a document on as many A4 pages as it needs. */
export async function drawDocument(document: PrintedDocument): Promise<ArrayBuffer> {
  const pdf = await PDFDocument.create();
  const [regular, bold] = await Promise.all([
    pdf.embedFont(StandardFonts.Helvetica),
    pdf.embedFont(StandardFonts.HelveticaBold),
  ]);
  const title = `${TITLES[document.kind]} ${document.number}`;
  pdf.setTitle(title);
  pdf.setLanguage("en-US");
  pdf.setCreationDate(new Date(document.created_at));
  pdf.setModificationDate(new Date(document.created_at));
  const sheet = new Sheet(pdf, { regular, bold });
  drawHead(sheet, document, title);
  drawLines(sheet, document);
  for (const note of document.notes) sheet.text(note, { color: GREY });
  return (await pdf.save()).slice().buffer;
}

function drawHead(sheet: Sheet, document: PrintedDocument, title: string): void {
  const { seller, billed_to: buyer, created_at, refunds, status } = document;
  const date = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
  sheet.text(title, { isBold: true, size: 18 });
  sheet.gap(6);
  sheet.text(`${date.format(created_at)} · ${STATUS[status]}`, { color: GREY });
  if (refunds !== null) sheet.text(`For invoice ${refunds}`, { color: GREY });
  sheet.gap(LEADING);
  if (seller) {
    sheet.text(seller.name, { isBold: true });
    for (const line of seller.address) sheet.text(line);
    if (seller.tax_id !== undefined) sheet.text(`Tax id ${seller.tax_id}`);
    sheet.gap(LEADING);
  }
  if (buyer.length > 0) sheet.text("Billed to", { color: GREY });
  for (const line of buyer) sheet.text(line);
  sheet.gap(LEADING);
}

function drawLines(sheet: Sheet, { lines, total, currency }: PrintedDocument): void {
  sheet.rule();
  for (const { description, amount } of lines) {
    sheet.row(description, formatMoney(amount, currency));
  }
  sheet.rule();
  sheet.row("Total", formatMoney(total, currency), true);
  sheet.gap(LEADING);
}

interface Style {
  isBold?: boolean;
  size?: number;
  color?: typeof GREY;
}

/** Text from top to bottom, with a new page where one is full. */
class Sheet {
  #page: PDFPage;
  #y = PAGE.height - MARGIN;

  constructor(
    readonly pdf: PDFDocument,
    readonly fonts: { regular: PDFFont; bold: PDFFont },
  ) {
    this.#page = pdf.addPage([PAGE.width, PAGE.height]);
  }

  gap(height: number): void {
    this.#y -= height;
  }

  text(text: string, style: Style = {}, width = RIGHT - MARGIN): void {
    const { isBold = false, size = SIZE, color = BLACK } = style;
    const font = isBold ? this.fonts.bold : this.fonts.regular;
    for (const line of wrap(printable(text, font), font, size, width)) {
      this.#advance(size);
      this.#page.drawText(line, { x: MARGIN, y: this.#y, size, font, color });
    }
  }

  /** A description, and an amount at the right edge of its first line. */
  row(description: string, amount: string, isBold = false): void {
    const font = isBold ? this.fonts.bold : this.fonts.regular;
    const shown = printable(amount, font);
    const width = font.widthOfTextAtSize(shown, SIZE);
    const lines = wrap(printable(description, font), font, SIZE, RIGHT - MARGIN - width - 16);
    for (const [index, line] of lines.entries()) {
      this.#advance(SIZE);
      const style = { y: this.#y, size: SIZE, font, color: BLACK };
      this.#page.drawText(line, { x: MARGIN, ...style });
      if (index === 0) this.#page.drawText(shown, { x: RIGHT - width, ...style });
    }
  }

  rule(): void {
    this.#advance(0);
    const [start, end] = [MARGIN, RIGHT].map((x) => ({ x, y: this.#y + SIZE / 2 }));
    if (start && end) this.#page.drawLine({ start, end, thickness: 0.75, color: GREY });
  }

  #advance(size: number): void {
    this.#y -= Math.max(LEADING, size * 1.2);
    if (this.#y >= MARGIN) return;
    this.#page = this.pdf.addPage([PAGE.width, PAGE.height]);
    this.#y = PAGE.height - MARGIN - LEADING;
  }
}

/**
 * Text in the characters of the standard fonts: Western European ones. Others are
 * written in Latin letters, "Юлия" as "Yuliya".
 */
function printable(text: string, font: PDFFont): string {
  const known = new Set(font.getCharacterSet());
  return Array.from(text.normalize("NFC"), (char) =>
    known.has(char.codePointAt(0) ?? 0) ? char : latin(char),
  ).join("");
}

/** Control characters are no text. */
function latin(char: string): string {
  return anyAscii(char).replace(/[^\x20-\x7e]/g, " ");
}

/** Breaks text between words; a word that is longer than a line is cut. */
function wrap(text: string, font: PDFFont, size: number, width: number): string[] {
  const fits = (line: string) => font.widthOfTextAtSize(line, size) <= width;
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    line = "";
    for (const char of word) {
      if (line !== "" && !fits(line + char)) {
        lines.push(line);
        line = "";
      }
      line += char;
    }
  }
  return [...lines, line];
}
