import { ConvexReactClient } from "convex/react";
import { questionOf } from "./preloaded-answers";
import type { PreloadedAnswers } from "./preloaded-answers";

/**
 * A Convex client with preloaded results, which it returns until the live ones arrive. They are a
 * visitor's results, so a signed-in user waits for live ones.
 */
export function preloadedClient(
  url: string,
  { queries }: Pick<PreloadedAnswers, "queries">,
): ConvexReactClient {
  const answers = new Map(Object.entries(queries));
  const client = new ConvexReactClient(url, { initialAuthTokenReuse: true });
  const watchQuery = client.watchQuery.bind(client);
  const setAuth = client.setAuth.bind(client);

  client.watchQuery = (query, ...argsAndOptions) => {
    const watch = watchQuery(query, ...argsAndOptions);
    const question = questionOf(query, argsAndOptions[0]);
    if (!answers.has(question)) return watch;
    const read = () => {
      const live = watch.localQueryResult();
      if (live === undefined) return answers.get(question) as typeof live;
      answers.delete(question);
      return live;
    };
    return { ...watch, localQueryResult: read };
  };
  client.setAuth = (...auth) => {
    answers.clear();
    setAuth(...auth);
  };
  return client;
}
