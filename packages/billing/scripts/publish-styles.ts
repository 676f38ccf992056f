import { selectorSpecificity } from "@csstools/selector-specificity";
import postcss from "postcss";
import type { AtRule, ChildNode, Rule } from "postcss";
import parseSelectors from "postcss-selector-parser";
import type { Selector } from "postcss-selector-parser";

/**
 * Hosts that build for older browsers would compile light-dark() away as well, but they keep rules
 * that test for it.
 */
const KEEP_LIGHT_DARK = "@supports (color: light-dark(#000, #fff))";

/** The layers of the sources; the later one wins. */
const LAYERS = ["billing.parts", "billing"];

/**
 * The ancestors of every published rule, for a specificity of one class and two elements. The rules
 * therefore override rules such as `.app p` and `a:hover`, and lose to any two classes.
 */
const ANCESTORS = ":root:not(_):not(_)";

/** The elements that the components add to a host's page; everything else is inside them. */
export const OUTERMOST = [
  ".billing-button",
  ".billing-dialog-stage",
  ".billing-plan-card",
  ".billing-popover",
  ".billing-portal",
  ".billing-pricing",
  ".billing-referral",
  ".billing-section",
  ".billing-text-button",
  ".billing-usage",
];
const OUTER = `:is(${OUTERMOST.join(",")})`;

/** A rule whose selectors have the same specificity, and the `@media` around it. */
interface Piece {
  isToken: boolean;
  /** Its layer, then its specificity. */
  rank: readonly number[];
  selectors: string[];
  declarations: string;
  condition: string;
}

const compact = (css: string) => css.trim().replaceAll(/\s+/g, " ");

function specificityOf(selector: Selector): readonly number[] {
  const { a, b, c } = selectorSpecificity(selector);
  // Only rules for the same pseudo-element compete with each other.
  return [a, b, c - selector.nodes.filter(parseSelectors.isPseudoElement).length];
}

/** A host may have its own `.billing-page`. */
const onlyOurs = (selector: string) =>
  compact(selector)
    .replaceAll('[class^="billing-"] ', `${OUTER} `)
    .replaceAll(/(?<!is\()\[class\^="billing-"\]/g, `${OUTER},${OUTER} [class^="billing-"]`);

/** The same elements without specificity. A pseudo-element can't be in `:where()`. */
function bare(selector: Selector): string {
  if (specificityOf(selector).every((count) => count === 0)) return onlyOurs(String(selector));
  const end = selector.nodes.findIndex(parseSelectors.isPseudoElement);
  const texts = selector.nodes.map(String);
  const element = texts.slice(0, end === -1 ? undefined : end);
  return `:where(${compact(element.join(""))})${texts.slice(element.length).join("")}`;
}

function piecesOf(rule: Rule, layer: number, condition: string): Piece[] {
  const pieces = new Map<string, Piece>();
  const isToken = !rule.selector.includes("billing-");
  const declarations = rule.nodes
    .filter((node) => node.type === "decl")
    .map(
      ({ prop, value, important }) => `${prop}:${compact(value)}${important ? "!important" : ""}`,
    )
    .join(";");
  parseSelectors()
    .astSync(rule.selector)
    .each((selector) => {
      const rank = [layer, ...specificityOf(selector)];
      const piece = pieces.get(String(rank));
      if (piece) piece.selectors.push(bare(selector));
      else {
        const selectors = [bare(selector)];
        pieces.set(String(rank), { isToken, rank, selectors, declarations, condition });
      }
    });
  return [...pieces.values()];
}

/** The order of the cascade: by layer and specificity, then as written. */
function compare(one: Piece, other: Piece): number {
  const differences = one.rank.map((count, index) => count - (other.rank[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}

/** One rule per line; neighbours with the same `@media` share it. */
function print(pieces: readonly Piece[]): string {
  let css = "";
  let open = "";
  for (const { selectors, declarations, condition } of pieces) {
    if (condition !== open) css += `${open && "}\n"}${condition && `${condition}{\n`}`;
    open = condition;
    css += `${selectors.join(",")}{${declarations}}\n`;
  }
  return css + (open && "}\n");
}

interface Sheet {
  pieces: Piece[];
  keyframes: string[];
}

function read(nodes: readonly ChildNode[], layer: number, condition: string): Sheet {
  const sheet: Sheet = { pieces: [], keyframes: [] };
  for (const node of nodes) {
    if (node.type === "rule") sheet.pieces.push(...piecesOf(node, layer, condition));
    if (node.type !== "atrule") continue;
    if (node.name === "keyframes") sheet.keyframes.push(compact(String(node)));
    else {
      const inner = readBlock(node, layer, condition);
      sheet.pieces.push(...inner.pieces);
      sheet.keyframes.push(...inner.keyframes);
    }
  }
  return sheet;
}

function readBlock({ name, params, nodes = [] }: AtRule, layer: number, condition: string): Sheet {
  if (name === "layer" && LAYERS.includes(params)) {
    return read(nodes, LAYERS.indexOf(params), condition);
  }
  if (name === "media" && condition === "") return read(nodes, layer, `@media ${compact(params)}`);
  throw new Error(`@${name} ${params} has no place in the published styles`);
}

/**
 * The published styles. In the sources, layers keep billing below the site's own rules. On a host's
 * page, layers would also put billing below each later layer, such as Tailwind's, so the rules are
 * published outside layers, each with the same specificity, in the order of the sources' cascade.
 * Tokens stay in a layer, so that a host can set them in any rule.
 */
export function publishStyles(css: string): string {
  const { pieces, keyframes } = read(postcss.parse(css).nodes, 0, "");
  const sorted = pieces.toSorted(compare);
  const blocks = [
    `@layer billing{\n${print(sorted.filter(({ isToken }) => isToken))}}`,
    `${ANCESTORS}{\n${print(sorted.filter(({ isToken }) => !isToken))}}`,
    ...keyframes,
  ];
  return `${KEEP_LIGHT_DARK}{\n${blocks.join("\n")}\n}\n`;
}
