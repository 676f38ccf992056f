import convex from "@convex-dev/eslint-plugin";
import jsdoc from "eslint-plugin-jsdoc";
import reactHooks from "eslint-plugin-react-hooks";
import { defineConfig } from "eslint/config";
import tseslint from "typescript-eslint";

const namedExportsOnly = {
  selector: "ExportDefaultDeclaration",
  message: "Named exports only.",
};
const documented = {
  "jsdoc/require-jsdoc": [
    "error",
    {
      publicOnly: true,
      contexts: ["TSInterfaceDeclaration", "TSTypeAliasDeclaration"],
      require: { FunctionDeclaration: true, ClassDeclaration: true },
    },
  ],
};

export default defineConfig(
  {
    ignores: [
      "convex/_generated",
      "dist",
      "dist-billing",
      "examples",
      "public",
      ".local",
      "test-results",
      "*.config.*",
      ".dependency-cruiser.cjs",
    ],
  },
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/no-misused-promises": [
        "error",
        { checksVoidReturn: { attributes: false, properties: false } },
      ],
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "no-restricted-syntax": ["error", namedExportsOnly],
      "max-lines": ["error", { max: 300 }],
      "max-lines-per-function": ["error", { max: 60, skipComments: true, skipBlankLines: true }],
    },
  },
  convex.configs.recommended,
  {
    files: ["convex/**"],
    rules: { "@convex-dev/no-collect-in-query": "error" },
  },
  {
    // Convex and Playwright want these as default exports.
    files: ["convex/{schema,http,crons,auth.config,convex.config}.ts", "tests/e2e/announce-*.ts"],
    rules: { "no-restricted-syntax": "off" },
  },
  {
    // Values in, values out: no clock, no randomness, no I/O.
    files: ["convex/contract/**", "convex/engine/rules/**"],
    rules: {
      "no-restricted-globals": ["error", "fetch", "console", "process", "setTimeout", "crypto"],
      "no-restricted-properties": [
        "error",
        { object: "Date", property: "now" },
        { object: "Math", property: "random" },
      ],
      "no-restricted-syntax": [
        "error",
        namedExportsOnly,
        "AwaitExpression",
        "NewExpression[callee.name='Date'][arguments.length=0]",
      ],
    },
  },
  {
    files: ["convex/engine/rules/**", "src/billing/index.ts"],
    plugins: { jsdoc },
    rules: documented,
  },
  {
    files: ["src/**"],
    plugins: { "react-hooks": reactHooks },
    rules: reactHooks.configs.recommended.rules,
  },
  {
    // Every address from a server passes one gate before navigation.
    files: ["src/**"],
    ignores: ["src/billing/flows/navigate.ts"],
    rules: {
      "no-restricted-properties": [
        "error",
        { object: "window", property: "open", message: "Use src/billing/flows/navigate.ts." },
        { object: "window", property: "location", message: "Use src/billing/flows/navigate.ts." },
      ],
    },
  },
  {
    files: ["**/*.tsx"],
    rules: {
      "max-lines-per-function": ["error", { max: 100, skipComments: true, skipBlankLines: true }],
    },
  },
  {
    files: ["tests/**"],
    rules: { "max-lines": ["error", { max: 500 }], "max-lines-per-function": "off" },
  },
  { files: ["**/*.{js,mjs,cjs}"], extends: [tseslint.configs.disableTypeChecked] },
);
