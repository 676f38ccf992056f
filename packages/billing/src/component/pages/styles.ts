import { html } from "./html";

/** The site's tokens and parts, as far as these pages need them: they load nothing else. */
export const STYLES = html`
  @font-face {
    font-family: "Host Grotesk Variable";
    font-weight: 300 800;
    font-display: swap;
    src: url("../font.woff2") format("woff2");
  }
  :root {
    color-scheme: light dark;
    --background: light-dark(oklch(0.965 0 0), oklch(0.175 0 0));
    --sheet: light-dark(oklch(1 0 0), oklch(0.22 0 0));
    --well: light-dark(oklch(0.94 0 0), oklch(0.295 0 0));
    --line: light-dark(oklch(0.885 0 0), oklch(0.33 0 0));
    --edge: light-dark(oklch(0.61 0 0), oklch(0.6 0 0));
    --ink: light-dark(oklch(0.19 0 0), oklch(0.965 0 0));
    --ink-2: light-dark(oklch(0.42 0 0), oklch(0.8 0 0));
    --accent-soft: light-dark(oklch(0.965 0.055 98), oklch(0.31 0.06 92));
    --danger: light-dark(oklch(0.52 0.195 27), oklch(0.73 0.16 25));
    --danger-soft: light-dark(oklch(0.955 0.022 20), oklch(0.27 0.055 22));
    --sans:
      "Host Grotesk Variable", "Host Grotesk Stand-in", "Segoe UI", "Helvetica Neue", system-ui,
      sans-serif;
  }
  * { box-sizing: border-box; margin: 0; }
  body {
    padding: 48px 16px;
    background: var(--background);
    color: var(--ink);
    font: 400 0.9375rem/1.5 var(--sans);
    overflow-wrap: anywhere;
  }
  main {
    display: grid;
    gap: 24px;
    max-inline-size: 480px;
    margin-inline: auto;
    padding: 28px;
    background: var(--sheet);
  }
  .notice { padding: 12px 16px; background: var(--accent-soft); }
  .problem { padding: 12px 16px; background: var(--danger-soft); }
  .problem b { color: var(--danger); }
  h1 { font: 650 1.5rem/1.75rem var(--sans); letter-spacing: -0.015em; }
  dl { display: grid; gap: 8px; }
  dl div { display: flex; justify-content: space-between; gap: 16px; }
  dd { white-space: nowrap; }
  .total {
    align-items: baseline;
    margin-block-start: 8px;
    padding-block-start: 12px;
    border-block-start: 2px solid var(--ink);
    font-weight: 600;
  }
  .total dd { font: 650 1.625rem/1.875rem var(--sans); letter-spacing: -0.02em; }
  form { display: grid; gap: 16px; }
  .pair { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; }
  .field { display: grid; gap: 8px; align-content: start; }
  label { font: 600 0.875rem/1.25rem var(--sans); }
  .hint { color: var(--ink-2); font: 400 0.8125rem/1.1875rem var(--sans); }
  input {
    inline-size: 100%;
    min-block-size: 44px;
    padding: 8px 14px;
    border: 1px solid var(--edge);
    border-radius: 10px;
    background: light-dark(var(--sheet), var(--background));
    color: var(--ink);
    font: 400 1rem/1.5rem var(--sans);
  }
  input[aria-invalid="true"] {
    border-color: var(--danger);
    box-shadow: inset 0 0 0 1px var(--danger);
  }
  input:focus-visible { outline: 2px solid var(--ink); outline-offset: -1px; }
  .button {
    display: flex;
    align-items: center;
    justify-content: center;
    inline-size: 100%;
    min-block-size: 48px;
    padding: 4px 24px;
    border: 1px solid transparent;
    border-radius: 999px;
    background: var(--ink);
    color: var(--background);
    font: 600 1rem/1.25rem var(--sans);
    text-decoration: none;
    cursor: pointer;
  }
  .button:hover { background: color-mix(in oklab, var(--ink), var(--background) 12%); }
  .quiet {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    min-block-size: 44px;
    padding: 4px 20px;
    border: 1px solid var(--edge);
    border-radius: 999px;
    background: none;
    color: var(--ink);
    font: 600 0.875rem/1.25rem var(--sans);
    text-decoration: none;
    cursor: pointer;
  }
  .quiet:hover { background: var(--well); }
  .quiet:focus-visible, summary:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
  .button:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
  section { display: grid; gap: 12px; }
  h2 { font: 650 1.125rem/1.5rem var(--sans); }
  ul { display: grid; padding: 0; list-style: none; }
  li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 8px 16px;
    padding-block: 12px;
    border-block-start: 1px solid var(--line);
  }
  li p { display: grid; }
  .actions { display: flex; flex-wrap: wrap; gap: 8px; }
  .heading { display: flex; flex-wrap: wrap; align-items: center; gap: 12px; }
  .label { padding: 2px 12px; border: 1px solid var(--edge); border-radius: 999px; font-size: 0.8125rem; }
  .label[data-status="void"], .label[data-status="uncollectible"] { color: var(--danger); }
  details[open] summary { margin-block-end: 16px; }
  summary { min-block-size: 44px; padding-block: 10px; font-weight: 600; cursor: pointer; }
  .unseen {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  table { inline-size: 100%; border-collapse: collapse; font-size: 0.875rem; }
  caption { padding-block-end: 8px; font-weight: 600; text-align: start; }
  th, td {
    padding: 8px 0;
    border-block-start: 1px solid var(--line);
    font-weight: 400;
    text-align: start;
  }
  th { white-space: nowrap; font-variant-numeric: tabular-nums; }
  td { padding-inline-start: 12px; color: var(--ink-2); }
  @media (width < 400px) {
    body { padding: 16px 8px; }
    main { padding: 20px; }
  }
`;
