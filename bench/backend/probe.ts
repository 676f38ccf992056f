/** A module of functions for the measurements, beside the site's own. */
export const PROBE = `
import { internalMutation, mutation } from "./_generated/server";
import { internal } from "./_generated/api";
import { v } from "convex/values";
const newest = (ctx) => ctx.db.query("artworks")
  .withIndex("by_state_and_publishedAt", (q) => q.eq("state", "published")).order("desc").first();
const WORDS = "harbour night gouache study lantern river portrait winter garden city field boat ink moss".split(" ");
export const mark = mutation({ args: { n: v.number() }, returns: v.null(), handler: async (ctx, { n }) => {
  await ctx.db.patch((await newest(ctx))._id, { title: "mark " + n + "." });
  return null;
} });
export const copyWorks = mutation({ args: { from: v.number(), count: v.number() }, returns: v.null(), handler: async (ctx, { from, count }) => {
  const { _id, _creationTime, ...work } = await newest(ctx);
  for (let n = from; n < from + count; n++) {
    const [one, two] = [WORDS[n % WORDS.length], WORDS[Math.floor(n / 14) % WORDS.length]];
    const searchText = one + " " + two + " number" + n + " a picture of the " + one + " seen by the " + two;
    await ctx.db.insert("artworks", { ...work, clientUploadId: "copy" + n, searchText, publishedAt: n });
  }
  return null;
} });
const seen = (n) => ({ tag: "bench" + n, works: 1 });
export const empty = mutation({ args: { n: v.number() }, returns: v.null(), handler: () => null });
export const insert = mutation({ args: { n: v.number() }, returns: v.null(), handler: async (ctx, { n }) => {
  await ctx.db.insert("tags", seen(n));
  return null;
} });
const ofBench = (ctx, n) => ctx.db.query("tags").withIndex("by_tag", (q) => q.eq("tag", "bench" + n)).first();
export const patch = mutation({ args: { n: v.number() }, returns: v.null(), handler: async (ctx, { n }) => {
  await ctx.db.patch((await ofBench(ctx, n))._id, { works: 2 });
  return null;
} });
export const replace = mutation({ args: { n: v.number() }, returns: v.null(), handler: async (ctx, { n }) => {
  await ctx.db.replace((await ofBench(ctx, n))._id, seen(n));
  return null;
} });
export const remove = mutation({ args: { n: v.number() }, returns: v.null(), handler: async (ctx, { n }) => {
  await ctx.db.delete((await ofBench(ctx, n))._id);
  return null;
} });
export const publish = mutation({ args: { n: v.number() }, returns: v.null(), handler: async (ctx, { n }) => {
  const { _id, _creationTime, ...work } = await newest(ctx);
  await ctx.db.insert("artworks", { ...work, clientUploadId: "published" + n, publishedAt: n });
  return null;
} });
export const nothing = internalMutation({ args: {}, returns: v.null(), handler: () => null });
export const schedule = mutation({ args: { n: v.number() }, returns: v.null(), handler: async (ctx) => {
  await ctx.scheduler.runAfter(3_600_000, internal.probe.nothing, {});
  return null;
} });
`;
