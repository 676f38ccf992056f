import { t } from "../../language/text";
import { useMutation, useQuery } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { Choice } from "../work-form/fields";
import { showToast } from "../../shared/toasts";
import { ActDialog } from "./act-dialog";
import { readCount } from "./amounts";
import { NumberField } from "./number-field";
import { useAct } from "./use-act";

const MAX_DAYS = 366;

export interface GrantProductProps {
  customerId: string;
  onClose: () => void;
}

/** Grants a product: a plan for some days, anything else permanently. */
export function GrantProduct({ customerId, onClose }: GrantProductProps) {
  const products = useQuery(api.community.operators.functions.grantable, {})?.data ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const [typed, setTyped] = useState("30");
  const product = products.find(({ product_id: id }) => id === chosen) ?? products[0];
  const days = readCount(typed, MAX_DAYS);
  const name = product?.name ?? "";
  const send = useMutation(api.community.operators.actions.grantProduct);
  const [busy, act] = useAct(customerId);
  function grant(reason: string) {
    if (!product) return;
    const productId = product.product_id;
    const term = product.stays || days === null ? {} : { days };
    act(
      reason,
      (why) => send({ ...why, productId, ...term }),
      () => {
        onClose();
        showToast("success", { title: t("{product} is granted", { product: name }) });
      },
    );
  }
  const ready = product !== undefined && (product.stays || days !== null);
  return (
    <ActDialog
      title={t("Grant a product")}
      description={
        product?.stays === true
          ? t("The customer gets {product} for nothing, for good.", { product: name })
          : t(
              "The customer gets {product} for {days} days for nothing. Then it ends: nothing is charged.",
              { product: name, days: days ?? "…" },
            )
      }
      commit={t("Grant {product}", { product: name })}
      ready={ready}
      busy={busy}
      onCommit={grant}
      onClose={onClose}
    >
      <Choice
        label={t("Product")}
        value={product?.product_id ?? ""}
        onChange={setChosen}
        options={Object.fromEntries(products.map(({ product_id: id, name: shown }) => [id, shown]))}
      />
      {product?.stays === false && (
        <NumberField
          label={t("For how many days")}
          value={typed}
          onChange={setTyped}
          error={days === null ? t("1 to {most} days", { most: MAX_DAYS }) : null}
        />
      )}
    </ActDialog>
  );
}
