/**
 * Which usernames count as the same, and which the site reserves. Spec §5 limits
 * them to ASCII, so that a short table finds all that look alike.
 *
 * @see docs/adr/0126
 */

/**
 * Characters that look alike in many fonts, especially in the small type of a byline. The result of
 * one replacement never contains another's `from`.
 */
const LOOKALIKES: readonly (readonly [from: RegExp, to: string])[] = [
  [/[._-]/g, ""],
  [/[i1]/g, "l"],
  [/0/g, "o"],
  [/m/g, "rn"],
  [/w/g, "vv"],
];

/**
 * Folds a username to a key that all its lookalikes share: `pixelotis`, `pixeIotis` and
 * `pixel.0tis`. Use it only to compare; never show it or sign in with it.
 *
 * @param username - In any case.
 */
export function usernameSkeletonOf(username: string): string {
  return LOOKALIKES.reduce((text, [from, to]) => text.replace(from, to), username.toLowerCase());
}

/** Names that the site itself uses. */
const RESERVED = skeletonsOf(
  `about account api app art artist artists artwork billing blog checkout clerk collection
  collections community contact dashboard dev discover explore feed help home insights legal login
  logout me new notifications pay plans portal pricing privacy profile search settings sign-in
  sign-out sign-up signin signout signup site studio terms u upload user username users www`,
);

/** Words that suggest that a member speaks for the site, alone or with another word. */
const OFFICIAL = skeletonsOf(
  `admin admins administrator mod mods moderator moderators official root security staff support
  sysadmin system`,
);
const BRAND = usernameSkeletonOf("spotlight");

/**
 * Whether the site reserves a username: a word in its URLs, a name that seems to speak for it, or
 * one without a letter or number.
 */
export function isReservedUsername(username: string): boolean {
  const skeleton = usernameSkeletonOf(username);
  if (skeleton === "" || RESERVED.has(skeleton) || skeleton.includes(BRAND)) return true;
  const words = username.split(/[._-]+/).map(usernameSkeletonOf);
  return OFFICIAL.has(skeleton) || words.some((word) => OFFICIAL.has(word));
}

function skeletonsOf(names: string): ReadonlySet<string> {
  return new Set(names.split(/\s+/).map(usernameSkeletonOf));
}
