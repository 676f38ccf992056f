import { vGrantableProducts } from "../../../contract/operatorResponses";
import { query } from "../../_generated/server";
import { loadCatalogue } from "../../store/catalogue/catalog";
import { staysForEver } from "./grants";

/** The products that an operator can give: all on sale, but what everyone has. */
export const grantable = query({
  args: {},
  returns: vGrantableProducts,
  handler: async (ctx) => {
    const { products } = await loadCatalogue(ctx);
    return [...products.values()]
      .filter((product) => !product.archived && !product.is_default)
      .map((product) => {
        return { product_id: product.id, name: product.name, stays: staysForEver(product) };
      });
  },
});
