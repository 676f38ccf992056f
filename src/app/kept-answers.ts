import type { ConvexReactClient } from "convex/react";
import { getFunctionName } from "convex/server";
import { api } from "../../convex/_generated/api";

const { standing } = api.accounts.profile;

/**
 * Keeps the page of an ended session unchanged until the user signs in again or leaves. The server
 * treats the token of an ended session like a visitor's, which would remove the form that the user
 * is filling in.
 */
export function keepAnswersOfEnded(client: ConvexReactClient): ConvexReactClient {
  const watchQuery = client.watchQuery.bind(client);
  const session = watchQuery(standing, {});
  client.watchQuery = (query, ...argsAndOptions) => {
    const watch = watchQuery(query, ...argsAndOptions);
    if (getFunctionName(query) === getFunctionName(standing)) return watch;
    let last: ReturnType<typeof watch.localQueryResult>;
    const read = () => {
      const hasEnded = session.localQueryResult()?.state === "ended";
      if (!hasEnded || last === undefined) last = watch.localQueryResult();
      return last;
    };
    return { ...watch, localQueryResult: read };
  };
  return client;
}
