import { v } from "convex/values";
import { vSuccess } from "../accountResponses";
import { vProductList } from "../responses";
import { featureFields, productFields } from "../catalogueParams";
import { vListProductsParams } from "../params";
import { vFeature, vFeatureType, vProduct } from "../wire";
import { directRow, row } from "./row";

/** The products on sale. */
export const catalogueRows = {
  listProducts: row({
    direct: { verb: "GET", path: "/products_beta" },
    effect: "reads",
    args: {},
    params: vListProductsParams,
    result: vProductList,
    callers: "anyone",
    publishable: true,
  }),
  getProduct: directRow({
    direct: { verb: "GET", path: "/products/{product_id}" },
    effect: "reads",
    params: v.object({ product_id: v.string() }),
    result: vProduct,
    publishable: true,
  }),
  createProduct: directRow({
    direct: { verb: "POST", path: "/products" },
    effect: "writes",
    params: v.object({ id: v.string(), ...productFields }),
    result: vProduct,
  }),
  updateProduct: directRow({
    direct: { verb: "POST", path: "/products/{product_id}" },
    effect: "writes",
    params: v.object({ product_id: v.string(), ...productFields }),
    result: vProduct,
  }),
  deleteProduct: directRow({
    direct: { verb: "DELETE", path: "/products/{product_id}" },
    effect: "writes",
    params: v.object({
      product_id: v.string(),
      /** Default false: the newest one only. */
      all_versions: v.optional(v.boolean()),
    }),
    result: vSuccess,
  }),
  listFeatures: directRow({
    direct: { verb: "GET", path: "/features" },
    effect: "reads",
    params: v.object({}),
    result: v.object({ list: v.array(vFeature) }),
    publishable: true,
  }),
  getFeature: directRow({
    direct: { verb: "GET", path: "/features/{feature_id}" },
    effect: "reads",
    params: v.object({ feature_id: v.string() }),
    result: vFeature,
    publishable: true,
  }),
  createFeature: directRow({
    direct: { verb: "POST", path: "/features" },
    effect: "writes",
    params: v.object({
      id: v.string(),
      name: v.optional(v.string()),
      type: vFeatureType,
      ...featureFields,
    }),
    result: vFeature,
  }),
  updateFeature: directRow({
    direct: { verb: "POST", path: "/features/{feature_id}" },
    effect: "writes",
    params: v.object({
      feature_id: v.string(),
      name: v.optional(v.string()),
      type: v.optional(vFeatureType),
      archived: v.optional(v.boolean()),
      ...featureFields,
    }),
    result: vFeature,
  }),
  deleteFeature: directRow({
    direct: { verb: "DELETE", path: "/features/{feature_id}" },
    effect: "writes",
    params: v.object({ feature_id: v.string() }),
    result: vSuccess,
  }),
} as const;
