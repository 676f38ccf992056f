import { nodeProblem } from "./node-version.mjs";

const problem = nodeProblem(process.versions.node);
if (problem) {
  console.error(problem);
  process.exit(1);
}
void import("./launch.mjs").then(({ launch }) => launch("./serve.ts"));
