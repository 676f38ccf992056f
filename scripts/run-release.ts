import { execFileSync } from "node:child_process";
import { Refusal } from "./refusal";
import { OUT, release } from "./release";
import type { Run } from "./release";

const run: Run = (program, ...args) => {
  if (program === "git") return execFileSync(program, args, { encoding: "utf8" });
  execFileSync(program, args, { stdio: "inherit" });
  return "";
};

// `npm run release -- VERSION`, which npm starts in the project's folder.
try {
  const [, , version = ""] = process.argv;
  release({ root: process.cwd(), version, date: new Date().toISOString().slice(0, 10), run });
  console.log(`Look at ${OUT}/, then: git push --follow-tags && npm publish ${OUT}/NAME.tgz`);
} catch (error) {
  console.error(error instanceof Refusal ? error.message : error);
  process.exitCode = 1;
}
