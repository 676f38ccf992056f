/** Resolved at the root of a server-rendered page, once the site's scripts have hydrated it. */
export const HYDRATED = "hydrated";
