import { v } from "convex/values";
import { vEntity, vSuccess } from "../accountResponses";
import { who } from "../params";
import { arg, directRow, row } from "./row";

const vEntityExpand = v.array(v.literal("invoices"));

/** Seats, projects and other entities of a customer. */
export const entityRows = {
  createEntity: row({
    direct: { verb: "POST", path: "/customers/{customer_id}/entities" },
    effect: "writes",
    args: {
      id: arg("id", v.string()),
      name: arg("name", v.optional(v.string())),
      featureId: arg("feature_id", v.string()),
    },
    params: v.object({
      ...who,
      /** All or none of them are created. */
      entities: v.array(
        v.object({ id: v.string(), name: v.optional(v.string()), feature_id: v.string() }),
      ),
    }),
    /** One entity, or the list of several. */
    result: v.union(vEntity, v.object({ list: v.array(vEntity) })),
    callers: "authorized",
  }),
  getEntity: row({
    direct: { verb: "GET", path: "/customers/{customer_id}/entities/{entity_id}" },
    effect: "reads",
    args: {
      entityId: arg("entity_id", v.string()),
      expand: arg("expand", v.optional(vEntityExpand)),
    },
    params: v.object({ ...who, entity_id: v.string(), expand: v.optional(vEntityExpand) }),
    result: vEntity,
    callers: "authorized",
  }),
  deleteEntity: row({
    direct: { verb: "DELETE", path: "/customers/{customer_id}/entities/{entity_id}" },
    effect: "writes",
    args: { entityId: arg("entity_id", v.string()) },
    params: v.object({ ...who, entity_id: v.string() }),
    result: vSuccess,
    callers: "authorized",
  }),
  transferProduct: directRow({
    direct: { verb: "POST", path: "/customers/{customer_id}/transfer" },
    effect: "writes",
    params: v.object({
      customer_id: v.string(),
      /** Absent: the customer itself. */
      from_entity_id: v.optional(v.string()),
      to_entity_id: v.string(),
      product_id: v.string(),
    }),
    result: vSuccess,
  }),
} as const;
