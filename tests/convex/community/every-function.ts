import type { Id } from "../../../convex/_generated/dataModel";
import { FIRST_PAGE, LABEL } from "./site";

/** The possible arguments, which belong to ada, who is not the caller. */
export interface Named {
  work: Id<"artworks">;
  comment: Id<"comments">;
  page: Id<"workFiles">;
  /** One of her pending files. */
  file: Id<"_storage">;
  /** A private collection. */
  collection: Id<"collections">;
  /** The same; if the work is under test, one of the caller's. */
  shelf: Id<"collections">;
  /** The seat of one of her members. */
  seat: string;
}

type Args = (named: Named) => Record<string, unknown>;

/**
 * The result for callers: an error code; `done`; or, for reads, `shown` or `nothing`: null, zero,
 * an empty list.
 */
interface Group {
  /** A visitor. */
  out: string;
  /** A signed-in member without any relation to the object. */
  other: string;
  /** The same, blocked by its owner. Default: as `other`. */
  blocked?: string;
  /** The same, if the named work is hidden. Null: the function names no work. */
  hidden: string | null;
  calls: Readonly<Record<string, Args>>;
}

const none: Args = () => ({});
const page: Args = () => FIRST_PAGE;
const ofWork: Args = ({ work }) => ({ artworkId: work });
const byId: Args = ({ work }) => ({ id: work });
const ofAda: Args = () => ({ username: "ada" });
const inInk: Args = () => ({ slug: "ink-room" });
const firstOf: Args = () => ({ cursor: null });
const benInInk: Args = () => ({ slug: "ink-room", username: "ben" });

const FOR_ADA = { customerId: "ada", reason: "A day was lost", key: "k" };

const signedOut = "unauthenticated";

/** Every function that a browser may call, except billing's. */
const SITE: readonly Group[] = [
  {
    // Only the artist may do these to a work.
    ...{ out: signedOut, other: "forbidden", hidden: "artwork_not_found" },
    calls: {
      "community/artworks/functions:remove": byId,
      "community/artworks/functions:edit": ({ work }) => ({ id: work, title: "Mine" }),
      "community/artworks/functions:setState": ({ work }) => ({ id: work, state: "draft" }),
      "community/artworks/functions:replaceFile": ({ work, file }) => ({
        id: work,
        storageId: file,
      }),
      "community/files/functions:add": ({ work, file }) => ({
        ...{ artworkId: work, role: "step", storageId: file, caption: "" },
      }),
      "community/files/functions:fits": ({ work }) => ({
        ...{ artworkId: work, bytes: 10, width: 1, height: 1 },
      }),
      "community/files/functions:reorder": (named) => ({
        ...{ artworkId: named.work, role: "page", ids: [named.page] },
      }),
      "community/profiles/functions:pin": ({ work }) => ({ artworkId: work, pinned: true }),
      "community/boosts:boost": ofWork,
      "community/prints/functions:order": ({ work }) => ({ artworkId: work, address: "Quay 1" }),
    },
  },
  {
    ...{ out: signedOut, other: "file_not_found", hidden: "file_not_found" },
    calls: {
      "community/files/functions:setCaption": (named) => ({ id: named.page, caption: "Mine" }),
      "community/files/functions:remove": (named) => ({ id: named.page }),
    },
  },
  {
    ...{ out: signedOut, other: "upload_not_found", hidden: null },
    calls: {
      "community/profiles/functions:setProfileImage": ({ file }) => ({
        kind: "avatar",
        storageId: file,
      }),
      "community/uploads/functions:prepare": ({ file }) => ({ storageId: file }),
      "community/uploads/functions:publish": ({ file }) => ({
        ...{ ...LABEL, storageId: file, clientUploadId: "mine" },
      }),
    },
  },
  {
    // Actions that concern an artist.
    ...{ out: signedOut, other: "done", blocked: "blocked", hidden: "artwork_not_found" },
    calls: {
      "community/likes:set": ({ work }) => ({ artworkId: work, liked: true }),
      "community/comments/functions:add": ({ work }) => ({ artworkId: work, text: "Hi" }),
    },
  },
  {
    ...{ out: signedOut, other: "done", blocked: "blocked", hidden: null },
    calls: { "community/relationships/follows:set": () => ({ username: "ada", followed: true }) },
  },
  {
    ...{ out: signedOut, other: "done", hidden: "artwork_not_found" },
    calls: {
      "community/views:record": ofWork,
      "community/moderation/reports:send": ({ work }) => ({
        ...{ subject: { kind: "artwork", id: work }, reason: "spam", note: "" },
      }),
    },
  },
  {
    // A comment belongs to its author, whether it is visible or not.
    ...{ out: signedOut, other: "forbidden", hidden: "forbidden" },
    calls: { "community/comments/functions:remove": ({ comment }) => ({ id: comment }) },
  },
  {
    ...{ out: signedOut, other: "forbidden", hidden: "comment_not_found" },
    calls: {
      "community/comments/functions:edit": ({ comment }) => ({ id: comment, text: "Mine" }),
    },
  },
  {
    ...{ out: signedOut, other: "done", hidden: "comment_not_found" },
    calls: { "community/comments/likes:set": ({ comment }) => ({ id: comment, liked: true }) },
  },
  {
    ...{ out: signedOut, other: "collection_not_found", hidden: null },
    calls: {
      "community/collections/functions:edit": ({ collection }) => ({
        id: collection,
        title: "Mine",
      }),
      "community/collections/functions:remove": ({ collection }) => ({ id: collection }),
      "community/collections/items:remove": ({ collection, work }) => ({
        ...{ collectionId: collection, artworkId: work },
      }),
      "community/collections/items:move": ({ collection, work }) => ({
        ...{ collectionId: collection, artworkId: work, after: null },
      }),
    },
  },
  {
    ...{ out: signedOut, other: "collection_not_found", hidden: "artwork_not_found" },
    calls: {
      "community/collections/items:add": ({ shelf, work }) => ({
        ...{ collectionId: shelf, artworkId: work },
      }),
    },
  },
  {
    ...{ out: "nothing", other: "nothing", hidden: "nothing" },
    calls: {
      "community/dataExports/functions:mine": none,
      "community/prints/functions:ofWork": ofWork,
      "community/collections/items:list": ({ shelf }) => ({ collectionId: shelf, ...FIRST_PAGE }),
    },
  },
  {
    ...{ out: "nothing", other: "nothing", hidden: null },
    calls: { "community/collections/functions:get": ({ collection }) => ({ id: collection }) },
  },
  {
    // A work's own page.
    ...{ out: "shown", other: "shown", hidden: "nothing" },
    calls: {
      "community/artworks/functions:get": byId,
      "community/artworks/functions:detail": byId,
      "community/artworks/related:list": byId,
      "community/comments/functions:list": ({ work }) => ({ artworkId: work, ...FIRST_PAGE }),
      "community/comments/functions:replies": ({ comment }) => ({
        commentId: comment,
        ...FIRST_PAGE,
      }),
    },
  },
  {
    ...{ out: "nothing", other: "shown", blocked: "nothing", hidden: "nothing" },
    calls: {
      "community/comments/suggestions:people": ({ work }) => ({ artworkId: work, text: "ada" }),
    },
  },
  {
    // Public feeds and pages.
    ...{ out: "shown", other: "shown", hidden: null },
    calls: {
      "community/artworks/functions:feed": page,
      "community/artworks/functions:byProfile": () => ({ username: "ada", ...FIRST_PAGE }),
      "community/feed/functions:trending": page,
      "community/feed/functions:explore": () => ({ tag: "ink", ...FIRST_PAGE }),
      "community/search:works": () => ({ text: "Lemons", ...FIRST_PAGE }),
      "community/search:people": () => ({ text: "ada", ...FIRST_PAGE }),
      "community/search:tags": () => ({ text: "" }),
      "community/search:suggest": () => ({ text: "ada" }),
      "community/profiles/functions:byUsername": ofAda,
      "community/profiles/functions:get": ofAda,
      "community/profiles/functions:counts": ofAda,
      "community/collections/functions:byProfile": () => ({ username: "ada", ...FIRST_PAGE }),
      "community/relationships/follows:followers": () => ({ username: "ada", ...FIRST_PAGE }),
      "community/relationships/follows:followed": () => ({ username: "ada", ...FIRST_PAGE }),
      "community/studios/functions:get": inInk,
      "community/studios/functions:listWorks": () => ({ slug: "ink-room", ...FIRST_PAGE }),
    },
  },
  {
    // The caller's own data, which exists.
    ...{ out: "nothing", other: "shown", hidden: null },
    calls: {
      "community/profiles/functions:mine": none,
      "community/profiles/settings:mine": none,
      "community/notifications/settings:mine": none,
      "community/collections/items:listContaining": ofWork,
      "community/relationships/follows:suggested": none,
    },
  },
  {
    ...{ out: "nothing", other: "shown", blocked: "nothing", hidden: null },
    calls: { "community/feed/functions:following": page },
  },
  {
    // The caller's own data, which does not exist, because ada's is not theirs.
    ...{ out: "nothing", other: "nothing", hidden: null },
    calls: {
      "community/notifications/functions:list": page,
      "community/insights/functions:works": () => ({ window: 30, ...FIRST_PAGE }),
      "community/notifications/functions:unread": none,
      "community/operators/functions:mine": none,
      "community/artworks/functions:unpublished": () => ({ state: "draft", ...FIRST_PAGE }),
      "community/relationships/blocks:list": () => ({ kind: "block", ...FIRST_PAGE }),
      "community/studios/functions:mine": none,
      "community/studios/members:list": inInk,
      "community/studios/seatBalances:mine": none,
      "community/studios/seatBalances:ofStudio": inInk,
      "community/studios/seatBalances:ofMember": benInInk,
    },
  },
  {
    // Needs a signed-in caller, and no data of others.
    ...{ out: signedOut, other: "done", hidden: null },
    calls: {
      "community/profiles/functions:ensure": none,
      "community/profiles/functions:edit": () => ({ bio: "I draw" }),
      "community/profiles/usernames:change": () => ({ username: "eve.new" }),
      "community/profiles/settings:set": () => ({ sensitive: "show" }),
      "community/relationships/blocks:set": () => ({
        username: "ada",
        kind: "mute",
        enabled: true,
      }),
      "community/notifications/functions:markRead": none,
      "community/dataExports/functions:start": none,
      "community/dataExports/functions:remove": none,
      "community/notifications/settings:set": () => ({ kinds: ["like"], site: false }),
      "community/insights/functions:read": () => ({ window: 30 }),
      "community/artworks/bulkEdit:apply": () => ({ ids: [], changes: { licence: "cc0" } }),
      "community/artworks/tagSuggestions:suggest": () => ({ words: "Lemons", tags: [] }),
      "community/collections/functions:create": () => ({
        ...{ title: "Mine", description: "", visibility: "public" },
      }),
      "community/uploads/functions:begin": () => ({ mediaType: "image/png", bytes: 10 }),
      "community/uploads/reservations:reserve": () => ({
        ...{ clientUploadId: "mine", bytes: 10, width: 1, height: 1 },
      }),
      "community/uploads/reservations:release": () => ({ clientUploadIds: ["hers"] }),
    },
  },
  {
    // For operators.
    ...{ out: signedOut, other: "forbidden", hidden: null },
    calls: {
      "community/operators/reports:open": firstOf,
      "community/operators/reports:close": () => ({
        id: "gone",
        state: "upheld",
        reason: "Copied",
      }),
      "community/operators/functions:failedPayments": firstOf,
      "community/operators/functions:openDisputes": firstOf,
      "community/operators/functions:failedMails": firstOf,
      "community/operators/functions:stuckJobs": firstOf,
      "community/operators/functions:grantable": none,
      "community/operators/functions:find": () => ({ text: "ada" }),
      "community/operators/functions:customer": () => ({ customerId: "ada" }),
      "community/operators/functions:invoices": () => ({ customerId: "ada", cursor: null }),
      "community/operators/functions:timeline": () => ({ customerId: "ada", cursor: null }),
      "community/operators/actions:refund": () => ({
        ...{ ...FOR_ADA, invoice: "A-0001", refundTotal: 1, to: "card" },
      }),
      "community/operators/actions:grantUnits": () => ({
        ...{ ...FOR_ADA, featureId: "credits", units: 1 },
      }),
      "community/operators/actions:grantProduct": () => ({
        ...{ ...FOR_ADA, productId: "pro", days: 7 },
      }),
      "community/operators/actions:extendTrial": () => ({
        ...{ ...FOR_ADA, productId: "pro", days: 7 },
      }),
      "community/operators/actions:retryPayment": () => ({ ...FOR_ADA, invoice: "A-0001" }),
      "community/operators/actions:retryJob": () => ({ job: "job_1" }),
      "community/operators/actions:dismissJob": () => ({
        job: "job_1",
        reason: "Done by hand",
        key: "k",
      }),
      "community/operators/actions:suspend": () => FOR_ADA,
      "community/operators/actions:reinstate": () => FOR_ADA,
    },
  },
  {
    // For a studio's owner and managers.
    ...{ out: signedOut, other: "forbidden", hidden: null },
    calls: {
      "community/studios/functions:close": inInk,
      "community/studios/members:invite": () => ({
        slug: "ink-room",
        username: "eve",
        role: "manager",
      }),
      "community/studios/members:remove": benInInk,
      "community/studios/members:handOver": benInInk,
      "community/studios/seats:assign": benInInk,
      "community/studios/seats:release": benInInk,
      "community/studios/seats:transfer": () => ({ slug: "ink-room", from: "ben", to: "ada" }),
    },
  },
  {
    ...{ out: signedOut, other: "studio_not_found", hidden: null },
    calls: {
      "community/studios/members:accept": inInk,
      "community/studios/members:leave": inInk,
      "community/studios/ownership:accept": inInk,
      "community/studios/ownership:decline": inInk,
    },
  },
  {
    ...{ out: signedOut, other: "insufficient_balance", hidden: null },
    calls: { "community/studios/functions:create": () => ({ slug: "eves", name: "Eve's" }) },
  },
  {
    ...{ out: signedOut, other: "artist_not_found", hidden: null },
    calls: {
      "community/accountDeletion:removeAccount": () => ({ confirmation: { username: "ada" } }),
    },
  },
];

/** Accounts are for visitors; tests/convex/accounts tests whose account it is. */
const ACCOUNTS: readonly Group[] = [
  {
    ...{ out: "session_ended", other: "session_ended", hidden: null },
    calls: {
      "accounts/credentials:changePassword": () => ({
        currentPassword: "a",
        newPassword: "Rockpool?8",
      }),
      "accounts/sessions:refresh": () => ({ refreshToken: "a.b" }),
      "accounts/email:set": () => ({ email: "eve@art.example", currentPassword: "a" }),
      "accounts/language:set": () => ({ language: "de" }),
      "accounts/email:remove": () => ({ currentPassword: "a" }),
      "accounts/sessionList:end": () => ({ id: "guessed" }),
      "accounts/sessionList:endOthers": none,
      "accounts/twoStep:begin": () => ({ currentPassword: "a" }),
      "accounts/twoStep:confirm": () => ({ code: "123456" }),
      "accounts/twoStep:turnOff": () => ({ currentPassword: "a" }),
    },
  },
  {
    ...{ out: "invalid_link", other: "invalid_link", hidden: null },
    calls: {
      "accounts/email:confirm": () => ({ token: "guessed" }),
      "accounts/passwordReset:complete": () => ({ token: "guessed", newPassword: "Tidepool!7" }),
    },
  },
  {
    ...{ out: "sign_in_expired", other: "sign_in_expired", hidden: null },
    calls: {
      "accounts/secondStep:signInWithCode": () => ({ ticket: "guessed", code: "123456" }),
    },
  },
  {
    ...{ out: "done", other: "done", hidden: null },
    calls: { "accounts/passwordReset:request": () => ({ typed: "ada" }) },
  },
  {
    ...{ out: "invalid_credentials", other: "invalid_credentials", hidden: null },
    calls: {
      "accounts/credentials:signIn": () => ({ username: "nobody", password: "Tidepool!7" }),
    },
  },
  {
    ...{ out: "username_taken", other: "username_taken", hidden: null },
    calls: { "accounts/credentials:signUp": () => ({ username: "admin", password: "Tidepool!7" }) },
  },
  {
    ...{ out: "done", other: "done", hidden: null },
    calls: { "accounts/sessions:signOut": () => ({ refreshToken: "a.b" }) },
  },
  {
    ...{ out: "nothing", other: "nothing", hidden: null },
    calls: {
      "accounts/profile:me": none,
      "accounts/email:mine": none,
      "accounts/sessionList:list": none,
      "accounts/twoStep:mine": none,
      "mail/devMail:list": none,
    },
  },
  {
    ...{ out: "shown", other: "shown", hidden: null },
    calls: { "accounts/profile:standing": none },
  },
  {
    ...{ out: "shown", other: "shown", hidden: null },
    calls: { "accounts/usernames:available": ofAda },
  },
];

/** Billing accepts no customer id: the caller is the customer, or there is none. */
const BILLING: readonly Group[] = [
  {
    ...{ out: "CUSTOMER_ID_REQUIRED", other: "done", hidden: null },
    calls: { "billing:createCustomer": none },
  },
  {
    ...{ out: "done", other: "done", hidden: null },
    calls: { "billing:listProducts": none },
  },
  {
    ...{ out: "shown", other: "shown", hidden: null },
    calls: { "billing:revision": none },
  },
  {
    ...{ out: signedOut, other: "done", hidden: null },
    calls: {
      "billing:attach": () => ({ productId: "welcome_credits" }),
      "billing:billingPortal": none,
      "billing:check": () => ({ featureId: "uploads" }),
      "billing:checkout": () => ({ productId: "creator" }),
      "billing:createReferralCode": () => ({ programId: "invite-artist" }),
      "billing:query": () => ({ featureId: "uploads" }),
      "billing:setupPayment": none,
      "devBilling:run": () => ({ wish: { do: "read" } }),
    },
  },
  {
    // Other members can't end ada's plan.
    ...{ out: signedOut, other: "customer_product_not_found", hidden: null },
    calls: { "billing:cancel": () => ({ productId: "studio" }) },
  },
  {
    ...{ out: signedOut, other: "referral_code_not_found", hidden: null },
    calls: { "billing:redeemReferralCode": () => ({ code: "NOBODYS" }) },
  },
  {
    ...{ out: signedOut, other: "forbidden", hidden: null },
    calls: {
      "billing:track": () => ({ featureId: "uploads", value: 1 }),
      "billing:createEntity": () => ({ id: "seat_mine", featureId: "seats" }),
      "billing:getEntity": ({ seat }) => ({ entityId: seat }),
      "billing:deleteEntity": ({ seat }) => ({ entityId: seat }),
    },
  },
];

export const GROUPS: readonly Group[] = [...SITE, ...ACCOUNTS, ...BILLING];
