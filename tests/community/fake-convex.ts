import { getFunctionName } from "convex/server";
import type { FunctionReference } from "convex/server";

type ListFor = (args: unknown) => unknown[];
type Call = [name: string, args: unknown];

/** What a deployment answers, by the function's last two names: `pages:get`. */
class FakeConvex {
  answers: Record<string, unknown> = {};
  /** What was asked to be changed. */
  calls: Call[] = [];

  reset(answers: Record<string, unknown>) {
    this.answers = answers;
    this.calls = [];
  }

  readonly useQuery = (query: FunctionReference<"query">, args?: unknown) =>
    args === "skip" ? undefined : this.answers[nameOf(query)];

  readonly usePaginatedQuery = (query: FunctionReference<"query">, args: unknown) => {
    const results = args === "skip" ? [] : this.pageOf(query, args);
    const status = results === undefined ? "LoadingFirstPage" : "Exhausted";
    return { status, results: results ?? [], loadMore: () => undefined };
  };

  readonly useMutation = (mutation: FunctionReference<"mutation">) => {
    const run = (args: unknown) => this.change(mutation, args);
    return Object.assign(run, { withOptimisticUpdate: () => run });
  };

  readonly useAction = (action: FunctionReference<"action">) => (args: unknown) =>
    this.change(action, args);

  readonly useConvex = () => ({
    query: (query: FunctionReference<"query">) =>
      Promise.resolve(this.answers[nameOf(query)] ?? { data: null, error: null }),
    mutation: (mutation: FunctionReference<"mutation">, args: unknown) =>
      this.change(mutation, args),
    action: (action: FunctionReference<"action">, args: unknown) => this.change(action, args),
  });

  private pageOf(query: FunctionReference<"query">, args: unknown) {
    // A test gives a list, or says what to list for which arguments.
    const answer = this.answers[nameOf(query)] as unknown[] | ListFor | undefined;
    return typeof answer === "function" ? answer(args) : answer;
  }

  private change(reference: FunctionReference<"mutation" | "action">, args: unknown) {
    const name = nameOf(reference);
    this.calls.push([name, args]);
    return Promise.resolve(this.answers[name] ?? { data: null, error: null });
  }
}

/** Stands for "convex/react" in the tests of a file. */
export const fakeConvex = new FakeConvex();

function nameOf(reference: FunctionReference<"query" | "mutation" | "action">): string {
  return getFunctionName(reference).replace(/^.*\//, "");
}
