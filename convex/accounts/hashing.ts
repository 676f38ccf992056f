"use node";

import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import type { ScryptOptions } from "node:crypto";
import { promisify } from "node:util";
import { v } from "convex/values";
import { internalAction } from "../_generated/server";

const derive = promisify<string, Uint8Array, number, ScryptOptions, Buffer>(scrypt);

interface Cost {
  ln: number;
  r: number;
  p: number;
}

/** The cost of one guess for an attacker who has the hashes. */
const COST: Cost = { ln: 15, r: 8, p: 3 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Node refuses more than 32 MiB by default; N = 2^15 needs just above. */
const MAX_MEMORY_BYTES = 64 * 1024 * 1024;
const FORMAT = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/;

/** Hashes and compares at a given cost. This deployment's cost is below. */
export function hashingAt(own: Cost) {
  const prefix = `$scrypt$ln=${own.ln},r=${own.r},p=${own.p}$`;
  /**
   * A hash that no password matches. Comparing with it takes as long as with a real one, so an
   * unknown name is not faster.
   */
  const nobody = `${prefix}${"A".repeat(22)}$${"A".repeat(43)}`;

  return {
    /** Hashes a password. The cost is stored with the hash, so it can be raised later. */
    hash: internalAction({
      args: { password: v.string() },
      returns: v.string(),
      handler: async (_ctx, { password }) => {
        const salt = randomBytes(SALT_BYTES);
        const key = await derive(password, salt, HASH_BYTES, optionsOf(own));
        return `${prefix}${encode(salt)}$${encode(key)}`;
      },
    }),

    /** Whether a password matches a hash. `null` matches nothing, and takes as long. */
    verify: internalAction({
      args: { password: v.string(), passwordHash: v.union(v.string(), v.null()) },
      returns: v.boolean(),
      handler: async (_ctx, { password, passwordHash }) => {
        const [, ln, r, p, salt, expected] = FORMAT.exec(passwordHash ?? nobody) ?? [];
        if (salt === undefined || expected === undefined) {
          throw new Error("Unreadable password hash");
        }
        const key = Buffer.from(expected, "base64");
        const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
        const derived = await derive(
          password,
          Buffer.from(salt, "base64"),
          key.length,
          optionsOf(cost),
        );
        return timingSafeEqual(derived, key);
      },
    }),
  };
}

export const { hash, verify } = hashingAt(COST);

function optionsOf({ ln, r, p }: Cost): ScryptOptions {
  return { N: 2 ** ln, r, p, maxmem: MAX_MEMORY_BYTES };
}

/** Base64 without padding, as PHC strings require. */
function encode(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}
