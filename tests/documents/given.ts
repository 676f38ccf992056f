import type { ConvexReactClient } from "convex/react";
import type { ReactNode } from "react";
import type { SPOTLIGHT_CATALOGUE } from "../../convex/community/plans";
import type { BillingOf, Who } from "../../packages/billing/src/client";
import type { BillingFunctions } from "../../packages/billing/src/react";
import type { ActionCtx, MutationCtx } from "../../convex/_generated/server";

/**
 * The names that blocks of documents use but do not declare, because every host has them. A block
 * is compiled with those that it mentions.
 */
export declare const catalogue: typeof SPOTLIGHT_CATALOGUE;
export declare const billing: BillingOf<typeof catalogue>;
export declare const ctx: ActionCtx;
export declare const who: Who | null;
export declare const friend: Who | null;

export { defineCatalog } from "../../packages/billing/src/client";

/** Names of requests. */
export declare const uploadId: string;
export declare const orderId: string;
export declare const batchId: string;
export declare const ticketId: string;
export declare const requestId: string;

export declare const secretKey: string;
export declare const url: string;
export declare const successUrl: string;
export declare const returnUrl: string;
export declare function redirect(to: string): void;

/** The host's own functions and rows. */
export declare const studioRow: { _id: string; ownerCustomerId: string };
export declare function sendMail(
  ctx: MutationCtx,
  customerId: string,
  retries: readonly number[],
): Promise<void>;
export declare function requireOperator(ctx: MutationCtx): Promise<{ name: string }>;

export declare function memberRole(userId: string, organizationId?: string | null): Promise<string>;

/** The host's page. */
export declare const convex: ConvexReactClient;
export declare const api: { billing: BillingFunctions };
export declare const isLoading: boolean;
export declare const isAuthenticated: boolean;
export declare const userId: string;
export declare const siteUrl: string;
export declare function navigate(to: string): void;
export declare function getToken(): Promise<string | null>;
export declare const session: { userId: string; getToken: () => Promise<string> } | null;
export declare function App(): ReactNode;
export declare function Screens(): ReactNode;
export declare function openUrl(url: string): void;
