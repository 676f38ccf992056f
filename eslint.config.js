import convex from "@convex-dev/eslint-plugin";
import jsdoc from "eslint-plugin-jsdoc";
import { defineConfig } from "eslint/config";
import tseslint from "typescript-eslint";

/** What oxlint (.oxlintrc.json) has no rule for: Convex, chosen syntax, docstrings. */
export default defineConfig(
  { ignores: ["**/_generated"] },
  { files: ["**/*.{ts,tsx}"], extends: [tseslint.configs.base] },
  {
    files: ["convex/**", "packages/billing/src/{component,client}/**"],
    // The plugin itself looks for a folder called `convex`.
    extends: convex.configs.recommended.map(({ files: _, ...everywhere }) => everywhere),
    languageOptions: {
      // Only code that runs on Convex: linting the whole project takes a third longer.
      parserOptions: { project: "convex/tsconfig.json", tsconfigRootDir: import.meta.dirname },
    },
    rules: { "@convex-dev/no-collect-in-query": "error" },
  },
  {
    // Values in, values out: no clock, no I/O. (oxlint refuses the globals.)
    files: [
      "convex/contract/**",
      "packages/billing/src/contract/**",
      "packages/billing/src/component/rules/**",
    ],
    // The two JSON servers share this: reading a body is asynchronous.
    ignores: ["packages/billing/src/contract/jsonHttp.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        "AwaitExpression",
        "NewExpression[callee.name='Date'][arguments.length=0]",
      ],
    },
  },
  {
    files: ["packages/billing/src/component/rules/**", "packages/billing/src/react/index.ts"],
    plugins: { jsdoc },
    rules: {
      "jsdoc/require-jsdoc": [
        "error",
        {
          publicOnly: true,
          contexts: ["TSInterfaceDeclaration", "TSTypeAliasDeclaration"],
          require: { FunctionDeclaration: true, ClassDeclaration: true },
        },
      ],
    },
  },
);
