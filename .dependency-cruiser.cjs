/** Import directions. Each rule names the reason it exists. */
const rule = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

const leaf = "(^|/)node_modules/convex/";

const COMPONENT = "^packages/billing/src/component/";

/**
 * Of the folders in `root`, each may import those before it in `order`, and none after it. All but
 * the last may import no file that `above` matches.
 */
const layers = (root, order, above = []) =>
  order
    .slice(0, -1)
    .map((name, index) =>
      rule(
        `${root.slice(COMPONENT.length)}${name}-is-below`,
        "Folders import downwards: what is stored, what is done with it, what time does, who asks.",
        { path: `${root}(${name})/` },
        { path: [`${root}(${order.slice(index + 1).join("|")})/`, ...above].join("|") },
      ),
    );

module.exports = {
  forbidden: [
    rule(
      "no-cycles",
      "A cycle means a missing third module. (Generated api types refer back.)",
      {},
      { circular: true, viaOnly: { pathNot: "(^|/)_generated/" } },
    ),
    rule(
      "contract-is-pure",
      "What browser and server agree on depends on neither.",
      { path: "^(convex|packages/billing/src)/contract/" },
      // Profiles in PNG files are compressed.
      { pathNot: `^(convex|packages/billing/src)/contract/|${leaf}|(^|/)node_modules/pako/` },
    ),
    rule(
      "rules-are-pure",
      "Values in, values out; testable without a database.",
      { path: "^packages/billing/src/component/rules/" },
      { pathNot: `^packages/billing/src/(component/rules|contract)/|${leaf}` },
    ),
    ...layers(
      COMPONENT,
      [
        ...["platform", "rules", "store", "events", "documents", "payments", "hostedProvider"],
        ...["operations", "lifecycle", "pages", "http"],
      ],
      [`${COMPONENT}\\w+\\.ts$`],
    ),
    ...layers(`${COMPONENT}rules/`, [
      ...["money", "periods", "products", "discounts", "catalogue", "subscriptions", "prices"],
      ...["invoices", "renewals", "entities", "balances", "plans", "effects"],
    ]),
    ...layers(`${COMPONENT}store/`, [
      ...["ledger", "jobs", "rewards", "catalogue", "customers", "entities", "invoices"],
      ...["balances", "events"],
    ]),
    // The folders of one step still import each other.
    ...layers(`${COMPONENT}operations/`, [
      "responses|ledger",
      "customers|invoices|renewal|rewards|settlement",
      "entities|purchases|usage",
      "catalogue|operators",
    ]),
    rule(
      "one-settlement",
      "Invoices are issued in one sequence: collect, apply, issue, credit, record, redeem, refer.",
      {
        path: "^packages/billing/src/component/",
        pathNot: "/operations/settlement/executePlan\\.ts$|/_generated/",
      },
      { path: "/operations/settlement/issue\\.ts$" },
    ),
    rule(
      "component-stands-alone",
      "The component runs on its own tables, in any app.",
      { path: "^packages/billing/src/component/" },
      {
        path: "^packages/",
        pathNot: "^packages/billing/(src/(component|contract|direct)|node_modules)/",
      },
    ),
    rule(
      "client-does-not-import-component",
      "The client runs in the host, and calls the component: what it shares with it runs in both.",
      { path: "^packages/billing/src/client/" },
      {
        path: "^packages/",
        pathNot:
          "^packages/billing/src/(client|contract)/|" +
          "^packages/billing/src/component/(_generated/component|callOperation|platform/(jsonHttp|refusalLog)|rules/catalogue/(define|catalogueInput))\\.ts$",
      },
    ),
    rule(
      "direct-imports-no-server",
      "The direct client is testable with a fake fetch; no deployment needed.",
      { path: "^packages/billing/src/direct/" },
      { path: "^packages/", pathNot: "^packages/billing/src/(direct|contract)/" },
    ),
    rule(
      "convex-never-imports-src",
      "The server does not know the site.",
      { path: "^convex/" },
      { path: "^src/" },
    ),
    rule(
      "nothing-imports-local",
      "The local backend can be swapped for Convex by an address.",
      { path: "^(convex|src|packages/(billing|ui))/" },
      { path: "^(packages/convex-local|scripts)/" },
    ),
    rule(
      "local-imports-no-app",
      "The local backend runs any Convex project, so it knows none.",
      { path: "^packages/convex-local/" },
      { path: "^(convex|src|packages/(billing|ui)|scripts)/" },
    ),
    rule(
      "src-imports-only-api-and-contract",
      "Everything else in convex/ is server code.",
      { path: "^src/" },
      {
        path: "^convex/",
        pathNot: "^convex/(_generated/(api|dataModel)|contract/|community/plans\\.ts$)",
      },
    ),
    rule(
      "screens-do-not-import-app",
      "The app puts screens together; a screen does not know the app.",
      { path: "^src/community/" },
      { path: "^src/app/" },
    ),
    rule(
      "browser-imports-no-server",
      "A page gets nothing of the web server.",
      { path: "^src/", pathNot: "^src/server/" },
      { path: "^src/server/" },
    ),
    rule(
      "shared-imports-no-screen",
      "What screens and the app share knows neither.",
      { path: "^src/shared/" },
      { path: "^src/(app|community)/" },
    ),
    rule(
      "language-imports-no-screen",
      "Everything that shows text uses it.",
      { path: "^src/language/" },
      { path: "^src/", pathNot: "^src/language/" },
    ),
    rule(
      "src-sees-the-catalogue-as-a-type",
      "Ids are typed from what is sold; the definitions stay on the server.",
      { path: "^src/" },
      { path: "^convex/community/plans\\.ts$", dependencyTypesNot: ["type-only"] },
    ),
    rule(
      "billing-is-extractable",
      "The package knows nothing of the site.",
      { path: "^packages/\\w+/src/" },
      { path: "^(src|convex)/" },
    ),
    rule(
      "react-imports-only-the-contract",
      "A browser gets nothing of the server.",
      { path: "^packages/billing/src/react/" },
      { path: "^packages/", pathNot: "^packages/(billing/src/(react|contract)|ui/src)/" },
    ),
    rule(
      "billing-has-entries",
      "The site uses what the package's entries export, nothing deeper.",
      { path: "^(src|convex)/", pathNot: "^convex/_generated/" },
      {
        path: "^packages/billing/",
        pathNot:
          "^packages/billing/src/((client|contract|react)/index|react/headless|component/convex\\.config)\\.ts$",
      },
    ),
    rule(
      "one-file-knows-clerk",
      "The identity provider can be swapped in one place.",
      { pathNot: "^src/identity/clerk\\.tsx$" },
      { path: "(^|/)node_modules/@clerk/" },
    ),
    rule(
      "ui-is-a-leaf",
      "Shared parts know neither billing nor the site.",
      { path: "^packages/ui/src/" },
      { path: "^src/|^convex/|^packages/billing/" },
    ),
    rule(
      "scripts-import-only-local",
      "The commands start things; what they start they reach by its address.",
      { path: "^scripts/" },
      { path: "^(convex|src)/", pathNot: "^src/server/" },
    ),
    rule(
      "shipped-code-imports-no-tests",
      "",
      { pathNot: "(^|/)tests/|^bench/|^vitest\\.config\\.ts$" },
      { path: "(^|/)tests/" },
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^packages/\\w+/dist/" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { conditionNames: ["import", "types", "default"] },
  },
};
