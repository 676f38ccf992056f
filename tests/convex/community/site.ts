import type { FunctionArgs } from "convex/server";
import { vi } from "vitest";
import { api, components } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { SPOTLIGHT_CATALOGUE } from "../../../convex/community/plans";
import type { ProductDefinition } from "../../../packages/billing/src/component/rules/model";
import { install } from "../../../packages/billing/src/component/store/catalogue/catalog";
import { inBilling, openBackend } from "../backend";
import { countNow } from "../../../convex/community/artworks/counts";
import { inspectFile } from "../../../convex/contract/files/inspect";
import { ensureProfile } from "../../../convex/community/profiles/model";

type Modules = Record<string, () => Promise<unknown>>;

/** The modules that every site needs. A test file lists the others that it calls. */
const MODULES: Modules = import.meta.glob([
  "../../../convex/{_generated,accounts,mail}/**/*.ts",
  "../../../convex/{billing,http}.ts",
  "../../../convex/community/{artworks/searchIndex,feed/fanOut,notifications/model,uploads/publishing,uploads/functions,artworks/counts}.ts",
]);

/** The first bytes of a PNG with the given size, and no pixels. */
export function pngOf(width: number, height: number, extraBytes = 0): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(33 + extraBytes);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  if (extraBytes >= 12) {
    view.setUint32(33, extraBytes - 12);
    bytes.set([0x49, 0x44, 0x41, 0x54], 37);
  }
  return bytes;
}

const identityOf = (name: string) => ({
  subject: name,
  issuer: "https://local",
  tokenIdentifier: `https://local|${name}`,
  preferredUsername: name,
});

type Said = Partial<
  Omit<FunctionArgs<typeof api.community.uploads.functions.publish>, "clientUploadId" | "storageId">
>;

export type Site = Awaited<ReturnType<typeof openSite>>;

/**
 * Spotlight's catalogue, except that each seat has 60 uploads a month, so that seats can be used
 * up.
 */
const WITH_LIMITED_SEATS = {
  ...SPOTLIGHT_CATALOGUE,
  products: SPOTLIGHT_CATALOGUE.products.map((product): ProductDefinition => {
    const hasSeats = product.items.some(({ feature_id }) => feature_id === "seats");
    const perSeat = { included_usage: 60, interval: "month", entity_feature_id: "seats" } as const;
    const items = product.items.map((item) =>
      hasSeats && item.feature_id === "uploads" ? { ...item, ...perSeat } : item,
    );
    return { ...product, items };
  }),
};

/**
 * Runs the functions scheduled seconds after a view, like or comment, which count it and notify
 * artists of likes.
 */
export async function tallyOn({ run }: Pick<ReturnType<typeof openBackend>, "run">): Promise<null> {
  return await run(async (ctx) => {
    for (const { artworkId } of await ctx.db.query("workCounts").take(100)) {
      await countNow(ctx, artworkId);
    }
    return null;
  });
}

/** A site that sells its plans, with signed-in members. */
export async function openSite(
  named: Modules = {},
  catalogue: Parameters<typeof install>[1] = WITH_LIMITED_SEATS,
) {
  const t = openBackend({ ...MODULES, ...named });
  await inBilling(t, async (ctx) => await install(ctx, catalogue, Date.now()));

  const person = (name: string) => t.withIdentity(identityOf(name));
  /** A file as the upload URL stores it, bound to the member who requested the URL. */
  async function send(
    bytes: Uint8Array<ArrayBuffer>,
    type = "image/png",
    name = "ada",
  ): Promise<Id<"_storage">> {
    return await person(name).run(async (ctx) => {
      const id = await ctx.storage.store(new Blob([bytes], { type }));
      // The upload URL stores the type; the test backend's `store` does not.
      const db: { patch: (table: string, id: string, value: object) => Promise<void> } =
        ctx.db as never;
      await db.patch("_storage", id, { contentType: type });
      const profile = await ensureProfile(ctx);
      if (!profile) throw new Error(`${name} is not signed in`);
      const { data: measured } = inspectFile(bytes);
      const waiting = { profileId: profile._id, storageId: id, bytes: bytes.length };
      // The upload URL refuses other files. Demo data has some.
      const isMeasured = measured?.type === type;
      await ctx.db.insert("pendingUploads", { ...waiting, ...(isMeasured && { measured }) });
      return id;
    });
  }
  const publish = async (name: string, clientUploadId: string, storageId: Id<"_storage">) =>
    await person(name).mutation(api.community.uploads.functions.publish, {
      ...LABEL,
      clientUploadId,
      storageId,
    });
  /** Sends a file and prepares it, for any use except a new work. */
  const prepare = async (name: string, bytes = pngOf(4, 4)) => {
    const storageId = await send(bytes, "image/png", name);
    const { error } = await person(name).mutation(api.community.uploads.functions.prepare, {
      storageId,
    });
    if (error) throw new Error(error.message);
    return storageId;
  };
  /** A published work with the given fields. */
  const hang = async (name: string, slug: string, said: Said = {}) => {
    const storageId = await send(pngOf(3, 2), "image/png", name);
    const args = { ...LABEL, ...said, clientUploadId: slug, storageId };
    const { data, error } = await person(name).mutation(
      api.community.uploads.functions.publish,
      args,
    );
    if (!data) throw new Error(error.message);
    return data.artworkId;
  };
  /**
   * Runs all scheduled functions at separate instants, because the test backend refuses a file that
   * an action stores while anything else runs.
   */
  const settle = async () => {
    while (vi.getTimerCount() > 0) {
      vi.advanceTimersToNextTimer();
      await t.finishInProgressScheduledFunctions();
    }
  };
  const tally = async () => {
    await tallyOn(t);
  };
  const exists = async (id: Id<"_storage">) =>
    await t.run(async (ctx) => (await ctx.db.system.get("_storage", id)) !== null);
  return { t, send, person, publish, prepare, hang, settle, tally, exists };
}

/** A member buys the Studio plan, with a new card. */
export async function buyPlan(
  { t, person }: Pick<Site, "t" | "person">,
  name: string,
  productId = "studio",
) {
  const { data } = await person(name).action(api.billing.attach, { productId });
  const token = (data?.checkout_url ?? "").split("/").at(-1) ?? "";
  const card = { number: "4242424242424242", expMonth: 12, expYear: 2090, cvc: "123" };
  await t.mutation(components.billing.pages.checkout.submitCard, { token, card });
}

export const LABEL = {
  title: "Lemons, Again",
  alt: "A vase",
  medium: "painting" as const,
};

export const FIRST_PAGE = { paginationOpts: { numItems: 10, cursor: null } };
