import { navigate } from "wouter/use-browser-location";
import type { ChosenProduct } from "../../packages/billing/src/react";
import { pathOfChoice } from "../community/pricing/choice-path";
import { withNextPath } from "../shared/next-path";

/** Leads a visitor who chose a plan past sign-up and back to it, any other to sign-in and back. */
export function openSignIn(chosen: ChosenProduct | null): void {
  const { pathname, search } = location;
  navigate(
    chosen
      ? withNextPath("/sign-up", pathOfChoice(chosen.productId))
      : withNextPath("/sign-in", `${pathname}${search}`),
  );
}
