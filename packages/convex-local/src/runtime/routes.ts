import { AsyncResource } from "node:async_hooks";
import type { Component } from "./load";

interface Route {
  /** The path of the component that answers. */
  component: string;
  /** Runs within the request's run. */
  answer: (request: Request) => Promise<Response>;
}

/** The method of an HTTP action that the convex package does not declare. */
interface Endpoint {
  invokeHttpAction(request: Request): Promise<Response>;
}

/** The request with a signal that calls its listeners in the context of the current run. */
export function withOwnSignal(request: Request): Request {
  const inRun = new AsyncResource("request.signal");
  let own: AbortController | undefined;
  const follow = () => {
    // Read when needed: the server makes a signal for each request that asks for one.
    const sent = Reflect.get(
      Object.getPrototypeOf(request) as object,
      "signal",
      request,
    ) as AbortSignal;
    const controller = new AbortController();
    const abort = () => inRun.runInAsyncScope(() => controller.abort(sent.reason));
    if (sent.aborted) abort();
    else sent.addEventListener("abort", abort, { once: true });
    return controller;
  };
  return Object.defineProperty(request, "signal", { get: () => (own ??= follow()).signal });
}

/** The HTTP action of the app or its components for a request. */
export function findRoute(app: Component, method: string, path: string): Route | null {
  const base = app.httpPath ?? "/";
  return path.startsWith(base) ? lookUp(app, method, path.slice(base.length - 1)) : null;
}

/**
 * A component's routes are relative to its mount. The longest mount is tried
 * first; then its parents.
 */
function lookUp(component: Component, method: string, path: string): Route | null {
  const { componentPath, definition, childComponents, router, routerOfRun } = component;
  const mounts = Object.entries(definition.httpMounts)
    .filter(([prefix]) => path.startsWith(prefix))
    .sort(([a], [b]) => b.length - a.length);
  for (const [prefix, reference] of mounts) {
    const child = childComponents.find(({ name }) => reference.endsWith(`/${name}`));
    const found = child && lookUp(child, method, path.slice(prefix.length - 1));
    if (found) return found;
  }
  // The router refuses unknown methods by finding no route.
  const found = (among: typeof router) => among?.lookup(path, method as "GET");
  if (!found(router)) return null;
  const answer = (request: Request) => {
    const [endpoint] = found(routerOfRun()) ?? [];
    return (endpoint as unknown as Endpoint).invokeHttpAction(request);
  };
  return { component: componentPath, answer };
}
