import type { Component } from "./load";

interface Route {
  /** The path of the component that answers. */
  component: string;
  endpoint: { invokeHttpAction(request: Request): Promise<Response> };
}

/** The HTTP action of the app or its components for a request. */
export function findRoute(app: Component, method: string, path: string): Route | null {
  const base = app.httpPath ?? "/";
  return path.startsWith(base) ? lookUp(app, method, path.slice(base.length - 1)) : null;
}

/**
 * A component's routes are relative to its mount. The longest mount goes first; what no mounted
 * component has is the mounting one's.
 */
function lookUp(component: Component, method: string, path: string): Route | null {
  const { componentPath, definition, childComponents, router } = component;
  const mounts = Object.entries(definition.httpMounts)
    .filter(([prefix]) => path.startsWith(prefix))
    .sort(([a], [b]) => b.length - a.length);
  for (const [prefix, reference] of mounts) {
    const child = childComponents.find(({ name }) => reference.endsWith(`/${name}`));
    const found = child && lookUp(child, method, path.slice(prefix.length - 1));
    if (found) return found;
  }
  // The router refuses methods that it does not know by not finding them.
  const found = router?.lookup(path, method as "GET");
  if (!found) return null;
  // What every HTTP action has, though the convex package does not declare it.
  const endpoint = found[0] as unknown as Route["endpoint"];
  return { component: componentPath, endpoint };
}
