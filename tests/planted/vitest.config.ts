import { mergeConfig } from "vitest/config";
import { BaseSequencer } from "vitest/node";
import type { TestSpecification } from "vitest/node";
import base from "../../vitest.config";

const wordsOf = (path: string) => new Set(path.toLowerCase().split(/[^a-z]+/));
const planted = wordsOf(process.env.PLANTED ?? "");

/** How many words the path of a test shares with the path of the planted defect. */
const nearness = ({ moduleId }: TestSpecification) =>
  [...wordsOf(moduleId)].filter((word) => planted.has(word)).length;

/** The tests closest to the defect run first, so that most defects are caught within seconds. */
class NearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return await Promise.resolve(files.toSorted((a, b) => nearness(b) - nearness(a)));
  }
}

export default mergeConfig(base, { test: { sequence: { sequencer: NearestFirst } } });
