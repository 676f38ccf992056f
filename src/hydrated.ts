/** Told at the root of a page that a server has drawn, once the site's scripts answer there. */
export const HYDRATED = "hydrated";
