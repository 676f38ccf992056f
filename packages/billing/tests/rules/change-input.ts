import type { ChangeInput, Line } from "../../src/component/rules/invoices/lines";
import { CREATOR, FEATURES, utc } from "./fixtures";

export const ANCHOR = utc("2026-11-11");
export const NOV_21 = utc("2026-11-21");
export const DEC_11 = utc("2026-12-11");

export const units = (quantity: number, id = "credits") => [{ feature_id: id, quantity }];

/** A new customer takes Creator ten days into its month. */
export const changeOf = (over: Partial<ChangeInput>): ChangeInput => ({
  kind: "new",
  target: CREATOR,
  options: [],
  current: null,
  features: FEATURES,
  currency: "usd",
  now: NOV_21,
  anchor: ANCHOR,
  trialEndsAt: null,
  ...over,
});

/** Lines with an amount. */
export const said = (lines: readonly Line[]) =>
  lines.filter(({ minor }) => minor !== 0).map(({ description, minor }) => [description, minor]);
