import { createContext, useContext } from "react";
import type { Navigator } from "./flows/navigate";
import type { Freshness } from "./flows/freshness";
import type { FinishChange } from "./flows/refresher";
import type { IsLatest } from "./flows/turns";
import type { Response } from "../contract/operations";
import type { Language } from "./messages/language";
import type { BillingEvent, BillingFailureReport, ChosenProduct } from "./ports";
import type { Transport } from "./transports/transport";
import type {
  CheckoutDialogProps,
  DialogControl,
  PaywallDialogProps,
  PlanChangeDialogProps,
} from "./types";
import type { ComponentType } from "react";

/** Opens a dialog slot with a component and all its props but `open`. */
export type ShowDialog<Props extends DialogControl> = (
  dialog: ComponentType<Props>,
  props: Omit<Props, keyof DialogControl>,
) => void;

/** The value of the provider's context. Its identity changes only with these values. */
export interface BillingContextValue {
  transport: Transport;
  navigator: Navigator;
  /** The signed-in user; null: signed out; undefined: not known yet. Part of every cache key. */
  identityKey: string | null | undefined;
  /** Part of every cache key: two deployments never share data. */
  backendUrl: string;
  /** BCP 47; undefined: money in en-US, dates in the browser's own locale. */
  locale: string | undefined;
  /**
   * The language of all texts; undefined: English, whose texts load only with
   * components that show them.
   */
  language: Language | undefined;
  /** The public products, if the server that rendered the page has loaded them. */
  visitorProducts: Response<"listProducts"> | undefined;
  /** A checkout with a dialog always opens it, even with a URL. */
  alwaysConfirm: boolean;
  showPaywall: ShowDialog<PaywallDialogProps>;
  showCheckout: ShowDialog<CheckoutDialogProps>;
  showPlanChange: ShowDialog<PlanChangeDialogProps>;
  hidePlanChange: () => void;
  /** Call it when an operation starts that will show a dialog; see `createTurns`. */
  takeTurn: () => IsLatest;
  /** Whether the deployment reports changes. */
  isLive: () => boolean;
  /**
   * Cached responses that a component may show without loading them again, because the
   * deployment reports when they change.
   */
  answers: Freshness;
  /** Call it before a call that may change the data on screen; see `createRefresher`. */
  expectChange: () => FinishChange;
  /** Refetches, once, everything on screen. */
  refresh: () => Promise<void>;
  /** Like `refresh`, once for each point in time. */
  refreshAfter: (deadline: number) => void;
  reportError: (report: BillingFailureReport) => void;
  emit: (event: BillingEvent) => void;
  /** Calls the host's `onSignIn` for a visitor. False: the host has none. */
  askSignIn: (chosen: ChosenProduct | null) => boolean;
}

export const BillingContext = createContext<BillingContextValue | null>(null);

/**
 * The value of the provider.
 *
 * @param caller - The name of the calling hook, for the error.
 * @throws {Error} Outside a `BillingProvider`.
 */
export function useBilling(caller: string): BillingContextValue {
  const value = useContext(BillingContext);
  if (!value) throw new Error(`${caller} must be used within <BillingProvider />`);
  return value;
}
