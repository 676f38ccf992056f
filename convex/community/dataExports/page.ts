import { html } from "hono/html";
import { LISTS } from "./contents";
import type { ExportedFile, ExportedMember, ExportedWork, List, Row } from "./contents";

type Html = ReturnType<typeof html>;

/** The data for the page of an export. */
export interface ExportedData {
  member: ExportedMember;
  works: readonly ExportedWork[];
  lists: Readonly<Record<List, readonly Row[]>>;
  invoices: readonly Row[];
  madeAt: string;
}

const TITLES: Readonly<Record<List, string>> = {
  comments: "Comments",
  likes: "Likes",
  relationships: "Followed, blocked and muted",
  collections: "Collections",
  studios: "Studios",
};

const STYLES = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-inline-size: 60rem; margin: 2rem auto; padding-inline: 1rem; }
section { margin-block: 3rem; }
article { margin-block: 2rem; border-block-start: 1px solid #8886; padding-block-start: 1rem; }
figure { display: inline-block; margin: 0 1rem 1rem 0; vertical-align: top; max-inline-size: 20rem; }
img { max-inline-size: 100%; max-block-size: 20rem; }
table { border-collapse: collapse; } th, td { text-align: start; padding: .25rem 1rem .25rem 0; vertical-align: top; }
td { overflow-wrap: anywhere; white-space: pre-line; } p { white-space: pre-line; }`;

/** `index.html` of an export. It needs no network and no script; every value is escaped. */
export async function renderPage(data: ExportedData): Promise<string> {
  const { member, works, lists, invoices, madeAt } = data;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' file:; style-src 'unsafe-inline'" />
        <title>Everything of ${member.username}</title>
        <style>${STYLES}</style>
      </head>
      <body>
        <h1>Everything of ${member.username}</h1>
        <p>A copy of what you have on Spotlight, made on ${madeAt}. Unpack all parts into one folder: then the pictures below are shown. The files of JSON beside this page have the same for programs.</p>
        <section>
          <h2>Profile</h2>
          ${factsOf(member.facts)} ${member.images.map(figureOf)}
          ${member.links.length > 0 && html`<ul>${member.links.map((link) => html`<li>${link}</li>`)}</ul>`}
        </section>
        <section>
          <h2>Works (${works.length})</h2>
          ${works.map(workOf)}
        </section>
        ${LISTS.map((list) => tableOf(TITLES[list], lists[list]))}
        ${tableOf("Invoices", invoices)}
      </body>
    </html>`;
  return String(await page);
}

function workOf({ title, description, tags, facts, files, printOrders }: ExportedWork): Html {
  return html`<article>
    <h3>${title}</h3>
    ${files.map(figureOf)}
    ${description !== "" && html`<p>${description}</p>`}
    ${tags.length > 0 && html`<p>${tags.map((tag) => `#${tag}`).join(" ")}</p>`}
    ${factsOf(facts)}
    ${printOrders.length > 0 && tableOf("Print orders", printOrders)}
  </article>`;
}

function figureOf({ path, caption, isPicture }: ExportedFile): Html {
  // A title may contain characters that a URL escapes.
  const address = path.split("/").map(encodeURIComponent).join("/");
  return html`<figure>
    <a href="${address}">${isPicture ? html`<img src="${address}" alt="${caption}" loading="lazy" />` : path}</a>
    <figcaption>${caption}</figcaption>
  </figure>`;
}

function factsOf(facts: Row): Html {
  const shown = Object.entries(facts).filter(([, value]) => value !== null && value !== "");
  return html`<table>${shown.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${String(value)}</td></tr>`)}</table>`;
}

function tableOf(title: string, rows: readonly Row[]): Html {
  const names = Object.keys(rows[0] ?? {});
  return html`<section>
    <h2>${title} (${rows.length})</h2>
    ${
      rows.length > 0 &&
      html`<table>
      <thead><tr>${names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
      <tbody>${rows.map((row) => html`<tr>${names.map((name) => html`<td>${String(row[name] ?? "")}</td>`)}</tr>`)}</tbody>
    </table>`
    }
  </section>`;
}
