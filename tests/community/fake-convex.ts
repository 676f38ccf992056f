import { getFunctionName } from "convex/server";
import type {
  FunctionArgs,
  FunctionReference,
  FunctionReturnType,
  FunctionType,
} from "convex/server";
import { afterEach, expect } from "vitest";
import type { api } from "../../convex/_generated/api";

type AnyReference = FunctionReference<FunctionType>;

type Functions<Tree, Path extends string = ""> = {
  [Key in keyof Tree & string]: Tree[Key] extends AnyReference
    ? [name: `${Path}:${Key}`, reference: Tree[Key]]
    : Functions<Tree[Key], Path extends "" | "community" ? Key : `${Path}/${Key}`>;
}[keyof Tree & string];

/** Every function that a browser may call, by its path below `community`: `profiles/functions:get`. */
type Public = { [Entry in Functions<typeof api> as Entry[0]]: Entry[1] };
export type Name = keyof Public;

/** The return value of a function; for a list, its items. */
type Data<Of extends Name> =
  FunctionArgs<Public[Of]> extends { paginationOpts: object }
    ? FunctionReturnType<Public[Of]> extends { page: infer Page }
      ? Page
      : never
    : FunctionReturnType<Public[Of]>;
type Args<Of extends Name> = Omit<FunctionArgs<Public[Of]>, "paginationOpts">;

/**
 * One response for all arguments, or a function of the arguments. Mutations and actions may return
 * a promise.
 */
type Answer<Of extends Name> =
  | Data<Of>
  | ((
      args: Args<Of>,
    ) => Public[Of]["_type"] extends "query" ? Data<Of> | undefined : Data<Of> | Promise<Data<Of>>);

/** The responses of a deployment. A query without one is loading. */
export type Answers = { [Of in Name]?: Answer<Of> | undefined };

/** The functions' responses in wire format: lists are in pages. */
export type Returned = { [Of in Name]?: FunctionReturnType<Public[Of]> };

/** The page's copy of the server's responses, for an optimistic update. */
export interface LocalStore {
  getQuery: (query: AnyReference, args?: unknown) => unknown;
  getAllQueries: (query: AnyReference) => { args: unknown; value: unknown }[];
  setQuery: (query: AnyReference, args: unknown, value: unknown) => void;
}
type Update = (store: LocalStore, args: object) => void;

type Call = [name: string, args: unknown];

/** A deployment with a test's responses, typed by its own functions. */
class FakeConvex {
  /** Modules that extend it can be loaded. */
  readonly ConvexReactClient = Object;
  answers: Answers = {};
  isAuthenticated = true;
  /** Whether the identity is loading. */
  isLoading = false;
  /** Lists that have more pages. */
  unfinished: readonly Name[] = [];
  /** The mutations that were called. */
  calls: Call[] = [];
  /** The queries with their last arguments. */
  asked = new Map<string, unknown>();
  /** The lists whose next page was requested. */
  wantedMore: string[] = [];
  /** Calls for which the test has no response. */
  unanswered: string[] = [];
  /** The optimistic updates. */
  readonly updates = new Map<string, Update>();
  private readonly callers = new Map<string, (args: unknown) => Promise<unknown>>();

  reset(answers: Answers) {
    this.answers = { ...answers };
    this.isAuthenticated = true;
    this.isLoading = false;
    this.unfinished = [];
    this.calls = [];
    this.asked.clear();
    this.wantedMore = [];
    this.unanswered = [];
    this.client = this.newClient();
  }

  /** The calls of one function, in order. */
  argsOf(name: Name): unknown[] {
    return this.calls.filter(([called]) => called === name).map(([, args]) => args);
  }

  readonly useConvexAuth = () => ({
    isLoading: this.isLoading,
    isAuthenticated: this.isAuthenticated,
  });

  readonly useQuery = (query: AnyReference, args?: unknown) => {
    if (args === "skip") return undefined;
    this.asked.set(nameOf(query), args);
    return this.answerTo(query, args);
  };

  readonly usePaginatedQuery = (query: AnyReference, args: unknown) => {
    const results = this.useQuery(query, args);
    const name = nameOf(query);
    const loadMore = () => void this.wantedMore.push(name);
    const isMore = this.unfinished.some((unfinished) => unfinished === name);
    if (results === undefined) return { status: "LoadingFirstPage", results: [], loadMore };
    return { status: isMore ? "CanLoadMore" : "Exhausted", results, loadMore };
  };

  /** One function per mutation, as the real hook returns. */
  readonly useMutation = (mutation: AnyReference) => this.callerOf(mutation);
  readonly useAction = (action: AnyReference) => this.callerOf(action);

  private readonly newClient = () => ({
    query: async (query: AnyReference, args: unknown) => {
      this.asked.set(nameOf(query), args);
      return await this.promiseOf(query, args);
    },
    mutation: (mutation: AnyReference, args: unknown) => this.change(mutation, args),
    action: (action: AnyReference, args: unknown) => this.change(action, args),
  });
  private client = this.newClient();
  readonly useConvex = () => this.client;

  private callerOf(reference: AnyReference) {
    const name = nameOf(reference);
    const known = this.callers.get(name);
    if (known) return known;
    const call = (args: unknown) => this.change(reference, args);
    const withOptimisticUpdate = (update: Update) => {
      this.updates.set(name, update);
      return call;
    };
    this.callers.set(name, Object.assign(call, { withOptimisticUpdate }));
    return call;
  }

  private change(reference: AnyReference, args: unknown) {
    this.calls.push([nameOf(reference), args]);
    return this.promiseOf(reference, args);
  }

  private promiseOf(reference: AnyReference, args: unknown): Promise<unknown> {
    const answer = this.answerTo(reference, args);
    if (answer !== undefined) return Promise.resolve(answer);
    this.unanswered.push(nameOf(reference));
    return new Promise(() => undefined);
  }

  private answerTo(reference: AnyReference, args: unknown): unknown {
    const answers: Readonly<Record<string, unknown>> = this.answers;
    const answer = answers[nameOf(reference)];
    return isFunction(answer) ? answer(args) : answer;
  }
}

/** A refusal with one of the site's own codes: `storage_full`. */
export function refusal(code: string, message: string) {
  return { data: null, error: { code, message }, statusCode: 400 };
}

/** Replaces "convex/react" in the tests of a file. */
export const fakeConvex = new FakeConvex();

afterEach(() => expect(fakeConvex.unanswered, "nobody said what these answer").toEqual([]));

export function nameOf(reference: AnyReference): string {
  return getFunctionName(reference).replace(/^community\//, "");
}

/** No response of a server is a function. */
function isFunction(answer: unknown): answer is (args: unknown) => unknown {
  return typeof answer === "function";
}
