import { internal } from "../_generated/api";
import { httpAction } from "../_generated/server";
import type { ActionCtx } from "../_generated/server";
import { fail } from "../../contract/errors";
import type { Result } from "../../contract/errors";
import { countCall } from "../platform/rateLimits";
import { EXPIRY_UNREAD, readCardForm } from "./form";
import type { Portal, PortalChange } from "./portal";
import { portalScreen } from "./portalScreen";
import {
  NO_PAGE,
  continueAt,
  readFields,
  refusalScreen,
  respond,
  seeAgain,
  tokenOf,
} from "./respond";

const FOREIGN_FORM = refusalScreen(403, "This form is not from this page");

export const show = httpAction(async (ctx: ActionCtx, request) => {
  const cursor = new URL(request.url).searchParams.get("invoices") ?? undefined;
  const portal = await readPortal(ctx, tokenOf(request), cursor);
  return respond(portal ? portalScreen(portal, null) : NO_PAGE);
});

export const submit = httpAction(async (ctx: ActionCtx, request) => {
  const read = await readFields(request);
  if ("refusal" in read) return respond(read.refusal);
  const token = tokenOf(request);
  const { data, error, statusCode = 400 } = await takeForm(ctx, token, read.fields);
  if (!error) return data === null ? seeAgain(request) : continueAt(data);
  if (statusCode === 403) return respond(FOREIGN_FORM);
  const portal = await readPortal(ctx, token);
  if (!portal) return respond(NO_PAGE);
  const { typed } = readCardForm(read.fields);
  const about = read.fields.get("do") === "add" ? ("card" as const) : ("order" as const);
  const problem = { status: statusCode, message: error.message, typed, about };
  return respond(portalScreen(portal, problem));
});

async function takeForm(
  ctx: ActionCtx,
  token: string,
  fields: URLSearchParams,
): Promise<Result<string | null>> {
  const tooMany = await countCall(ctx, "cardForms", token);
  if (tooMany) return tooMany;
  const change = readChange(fields);
  if (!change) return fail("invalid_inputs", EXPIRY_UNREAD);
  return await ctx.runMutation(internal.pages.portal.change, {
    token,
    form_token: fields.get("form_token") ?? "",
    change,
  });
}

/** The action of a form; null: an unreadable expiry date, or an unknown action. */
function readChange(fields: URLSearchParams): PortalChange | null {
  const field = (name: string) => fields.get(name) ?? "";
  const what = field("do");
  switch (what) {
    case "approve":
    case "refuse":
      return { do: what };
    case "add_elsewhere":
      return { do: what };
    case "choose":
    case "remove":
      return { do: what, method: field("method") };
    case "cancel":
    case "renew":
      return { do: what, product: field("product"), entity: field("entity") };
    default: {
      const { card } = readCardForm(fields);
      return card && { do: "add", ...card };
    }
  }
}

async function readPortal(ctx: ActionCtx, token: string, cursor?: string): Promise<Portal | null> {
  const query = internal.pages.portal.readPortal;
  const page = cursor === undefined ? {} : { cursor };
  return (await ctx.runQuery(query, { token, now: Date.now(), ...page })).data;
}
