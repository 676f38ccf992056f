import { v } from "convex/values";
import { vMedium } from "../contract/medium";
import { vMediaType } from "../contract/sniff";
import { vLicence, vMadeHow } from "../contract/works";

/** What an artist says of a work. */
export const workLabel = {
  title: v.string(),
  /** What someone who cannot see it is told; empty when the artist said nothing. */
  alt: v.string(),
  medium: vMedium,
};

/** What else an artist may say of it. */
export const workTerms = {
  description: v.string(),
  /** Folded, each once. */
  tags: v.array(v.string()),
  licence: vLicence,
  /** Null: not said. */
  madeHow: v.union(vMadeHow, v.null()),
  sensitive: v.boolean(),
  /** Whether machines are told not to learn from it. */
  noAi: v.boolean(),
};

/** A file that is stored, and its size in pixels. */
export const workFile = {
  storageId: v.id("_storage"),
  width: v.number(),
  height: v.number(),
};

/** The same, with what its bytes tell. */
export const storedFile = { ...workFile, mediaType: vMediaType, bytes: v.number() };

/** What holds for a work whose artist said nothing else. */
export const DEFAULT_TERMS = {
  description: "",
  tags: [] as string[],
  licence: "all_rights_reserved" as const,
  madeHow: null,
  sensitive: false,
  noAi: true,
};
