/** What the header leads to. A section is named here when its screen is. */
export const SECTIONS = [
  { href: "/", label: "Home" },
  { href: "/explore", label: "Explore" },
  { href: "/pricing", label: "Pricing" },
] as const;
