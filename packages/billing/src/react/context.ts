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

/** Opens one dialog slot with a component and everything it needs but `open`. */
export type ShowDialog<Props extends DialogControl> = (
  dialog: ComponentType<Props>,
  props: Omit<Props, keyof DialogControl>,
) => void;

/** What the provider gives to everything below it. Its identity changes only with these values. */
export interface BillingContextValue {
  transport: Transport;
  navigator: Navigator;
  /** Who is signed in; null: nobody; undefined: not known yet. Part of every cache key. */
  identityKey: string | null | undefined;
  /** Part of every cache key: two deployments never share data. */
  backendUrl: string;
  /** BCP 47; undefined: money in en-US, dates in the browser's own. */
  locale: string | undefined;
  /** What every sentence is taken from; undefined: English, which only what says something loads. */
  language: Language | undefined;
  /** What is on sale to visitors, where a server that drew the page knew it. */
  visitorProducts: Response<"listProducts"> | undefined;
  /** Opens a checkout with a dialog always in the dialog, whatever address came along. */
  alwaysConfirm: boolean;
  showPaywall: ShowDialog<PaywallDialogProps>;
  showCheckout: ShowDialog<CheckoutDialogProps>;
  showPlanChange: ShowDialog<PlanChangeDialogProps>;
  hidePlanChange: () => void;
  /** Call it when something begins that will show a dialog; see `createTurns`. */
  takeTurn: () => IsLatest;
  /** Whether the deployment tells of changes. */
  isLive: () => boolean;
  /** What need not be asked again when it is shown again, while news would come. */
  answers: Freshness;
  /** Call it before something that may change what is on screen; see `createRefresher`. */
  expectChange: () => FinishChange;
  /** Refetches, once, everything that is on screen. */
  refresh: () => Promise<void>;
  /** As `refresh`, once per point in time however many ask. */
  refreshAfter: (deadline: number) => void;
  reportError: (report: BillingFailureReport) => void;
  emit: (event: BillingEvent) => void;
  /** Has the host ask a visitor to sign in. False: the host has no way to. */
  askSignIn: (chosen: ChosenProduct | null) => boolean;
}

export const BillingContext = createContext<BillingContextValue | null>(null);

/**
 * What the provider gives.
 *
 * @param caller - The hook that asks, named in the error.
 * @throws {Error} Outside a `BillingProvider`.
 */
export function useBilling(caller: string): BillingContextValue {
  const value = useContext(BillingContext);
  if (!value) throw new Error(`${caller} must be used within <BillingProvider />`);
  return value;
}
