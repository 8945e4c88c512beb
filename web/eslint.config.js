import js from "@eslint/js";
import compat from "eslint-plugin-compat";
import prettier from "eslint-config-prettier";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

const typed = { projectService: true, tsconfigRootDir: import.meta.dirname, extraFileExtensions: [".svelte"] };

export default ts.config(
  {
    ignores: [
      "dist/",
      "node_modules/",
      "fixtures/",
      "public/",
      "src/wire.ts",
      "src/games/*/wire.ts",
      "src/words/keys.ts",
      "src/worker-globals.d.ts", // types alone, checked by tsconfig.workers.json
    ],
  },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  prettier,
  ...svelte.configs.prettier,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  { files: ["src/service-worker.js", "src/push-worker.js"], languageOptions: { globals: globals.serviceworker } },
  // No web API that the browsers of package.json lack, except where the page asks first whether it is there;
  // for JavaScript's own library tsconfig's `lib` holds this.
  {
    ...compat.configs["flat/recommended"],
    files: ["src/**", "fate.js"],
    settings: { polyfills: ["navigator.wakeLock"] },
  },
  { files: ["**/*.ts"], languageOptions: { parserOptions: typed } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { ...typed, parser: ts.parser, svelteConfig } },
  },
  // What only types show: promises that nobody waits for, and functions that answer with one where none is wanted.
  {
    files: ["**/*.ts", "**/*.svelte"],
    rules: {
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: false }],
      "@typescript-eslint/await-thenable": "error",
    },
  },
  {
    rules: {
      // TypeScript checks names itself.
      "no-undef": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      // Drawings are long paths.
      "max-len": ["error", { code: 120, ignoreStrings: true, ignoreTemplateLiterals: true, ignorePattern: '^\\s*d="' }],
    },
  },
);
