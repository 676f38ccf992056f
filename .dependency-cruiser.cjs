/** Import directions. Each rule names the reason it exists. */
const rule = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

const leaf = "(^|/)node_modules/convex/";

/** Of layers, each knows those before it, and none after it. */
const layers = (root, names) =>
  names
    .slice(0, -1)
    .map((name, index) =>
      rule(
        `${name}-is-below`,
        "Layers import downwards: what is stored, what is done with it, what time does, who asks.",
        { path: `${root}${name}/` },
        { path: `${root}(${names.slice(index + 1).join("|")})/|${root}\\w+\\.ts$` },
      ),
    );

module.exports = {
  forbidden: [
    rule(
      "no-cycles",
      "A cycle means a missing third module. (Generated api types refer back.)",
      {},
      { circular: true, viaOnly: { pathNot: "^convex/_generated/" } },
    ),
    rule(
      "contract-is-pure",
      "What browser and server agree on depends on neither.",
      { path: "^(convex|packages/billing/src)/contract/" },
      { pathNot: `^(convex|packages/billing/src)/contract/|${leaf}` },
    ),
    rule(
      "rules-are-pure",
      "Values in, values out; testable without a database.",
      { path: "^packages/billing/src/component/rules/" },
      { pathNot: `^packages/billing/src/(component/rules|contract)/|${leaf}` },
    ),
    ...layers("^packages/billing/src/component/", [
      "platform",
      "store",
      "operations",
      "lifecycle",
      "http",
    ]),
    rule(
      "engine-knows-no-host",
      "The embedded provider serves any host, so it knows none.",
      { path: "^convex/(engine|payments)/" },
      { path: "^convex/", pathNot: "^convex/(engine|payments|_generated)/" },
    ),
    rule(
      "direct-knows-no-ctx",
      "The direct client is testable with a fake fetch; no deployment needed.",
      { path: "^packages/billing/src/direct/" },
      { path: "^(convex|src)/" },
    ),
    rule(
      "community-uses-the-provider",
      "The site sells and gates as any host would: it defines a catalogue, and asks one door.",
      { path: "^convex/(community|accounts)/" },
      {
        path: "^convex/(engine|payments|provider)/",
        pathNot: "^convex/provider/index\\.ts$",
      },
    ),
    rule(
      "convex-never-imports-src",
      "The server does not know the site.",
      { path: "^convex/" },
      { path: "^src/" },
    ),
    rule(
      "nothing-knows-local",
      "The local backend can be swapped for Convex by an address.",
      { path: "^(convex|src|packages)/" },
      { path: "^(local|scripts)/" },
    ),
    rule(
      "local-knows-nothing",
      "The local backend runs any Convex project, so it knows none.",
      { path: "^local/" },
      { path: "^(convex|src|packages|scripts)/" },
    ),
    rule(
      "src-sees-only-api-and-contract",
      "Everything else in convex/ is server code.",
      { path: "^src/" },
      {
        path: "^convex/",
        pathNot: "^convex/(_generated/(api|dataModel)|contract/|community/plans\\.ts$)",
      },
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
      { path: "^packages/billing/src/react/" },
      { path: "^src/|^convex/" },
    ),
    rule(
      "billing-has-one-door",
      "Hosts use what the package's entries export, nothing deeper.",
      { path: "^src/|^convex/(accounts|community)/|^convex/\\w+\\.ts$" },
      {
        path: "^packages/billing/src/",
        pathNot: "^packages/billing/src/((contract|react)/index|component/rules/define)\\.ts$",
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
      "scripts-know-only-local",
      "The commands start things; what they start they reach by its address.",
      { path: "^scripts/" },
      { path: "^(convex|src)/" },
    ),
    rule(
      "shipped-code-imports-no-tests",
      "",
      { pathNot: "(^|/)tests/|^bench/" },
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
