import { ConvexReactClient } from "convex/react";
import type { Watch, WatchQueryOptions } from "convex/react";
import { getFunctionName } from "convex/server";
import type { ArgsAndOptions, FunctionReturnType } from "convex/server";
import { api } from "../../convex/_generated/api";
import { questionOf } from "./preloaded-answers";
import type { PreloadedAnswers } from "./preloaded-answers";

const { standing } = api.accounts.profile;

/** Every reference to a query that a client takes. */
export type AnyQuery = Parameters<ConvexReactClient["watchQuery"]>[0];

/**
 * The connection to the deployment.
 *
 * A query has the answer that came with the page until the live one arrives. It is a
 * visitor's answer, so a signed-in user waits for the live one.
 *
 * The page of an ended session stays unchanged until the user signs in again or leaves.
 * The server treats the token of an ended session like a visitor's, which would remove
 * the form that the user is typing in.
 */
export class SiteClient extends ConvexReactClient {
  readonly #preloaded: Map<string, unknown>;
  readonly #standing = super.watchQuery(standing, {});

  constructor(url: string, { queries }: Pick<PreloadedAnswers, "queries">) {
    super(url, { initialAuthTokenReuse: true });
    this.#preloaded = new Map(Object.entries(queries));
  }

  override watchQuery<Query extends AnyQuery>(
    query: Query,
    ...argsAndOptions: ArgsAndOptions<Query, WatchQueryOptions>
  ): Watch<FunctionReturnType<Query>> {
    const watch = super.watchQuery(query, ...argsAndOptions);
    const question = questionOf(query, argsAndOptions[0]);
    // It says that the session has ended.
    const isStanding = getFunctionName(query) === getFunctionName(standing);
    let last: FunctionReturnType<Query> | undefined;
    const localQueryResult = () => {
      if (isStanding || last === undefined || !this.#hasEnded()) last = this.#read(question, watch);
      return last;
    };
    return { ...watch, localQueryResult };
  }

  override setAuth(...auth: Parameters<ConvexReactClient["setAuth"]>): void {
    this.#preloaded.clear();
    super.setAuth(...auth);
  }

  #read<Answer>(question: string, watch: Watch<Answer>): Answer | undefined {
    const live = watch.localQueryResult();
    // The server rendered the page with this query's answer.
    if (live === undefined) return this.#preloaded.get(question) as Answer | undefined;
    this.#preloaded.delete(question);
    return live;
  }

  #hasEnded(): boolean {
    return this.#standing.localQueryResult()?.state === "ended";
  }
}
