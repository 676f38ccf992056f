/**
 * The size limits of profile images.
 *
 * @see Spec §9, "Size limits in bytes"
 */
export const AVATAR_MAX_BYTES = 5_242_880;
export const COVER_MAX_BYTES = 5_242_880;
