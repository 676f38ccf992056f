import type { Interval } from "../../../contract/wire";

/**
 * The input of `defineCatalog`, field by field. It is hand-written, because an editor
 * shows no comments for types that are inferred from validators. A test compares the
 * two.
 *
 * Amounts are in major currency units (`9.5` is $9.50), quantities in units of the
 * feature.
 */
export interface CatalogueInput<
  Feature extends string = string,
  Product extends string = string,
  Reward extends string = string,
> {
  /** ISO 4217 code of every price, in lower case: `"usd"`. */
  currency: string;
  /** The features that products grant and your code gates. The property names are the ids. */
  features: Readonly<Record<Feature, FeatureInput<NoInfer<Feature>>>>;
  /** Plans, add-ons and one-off purchases. The property names are the ids. */
  products: Readonly<Record<Product, ProductInput<NoInfer<Feature>, NoInfer<Product>>>>;
  /** Promotion codes and gifts. The property names are the ids. Default: none. */
  rewards?: Readonly<Record<Reward, RewardInput<NoInfer<Feature>, NoInfer<Product>>>>;
  /** Referral programs. The property names are the ids. Default: none. */
  programs?: Readonly<Record<string, ProgramInput<NoInfer<Product>, NoInfer<Reward>>>>;
}

/** A feature that products grant. `Feature`: the existing ids. */
export interface FeatureInput<Feature extends string = string> {
  /** Shown in tables and messages: `"Uploads"`. 1 to 100 characters. */
  name: string;
  /**
   * - `boolean`: a customer has it or not, such as an export format.
   * - `single_use`: units that are used up, such as uploads; they can reset.
   * - `continuous_use`: units that stay in use, such as seats or gigabytes; they never reset.
   * - `credit_system`: a balance that pays for other features, see `credit_schema`.
   */
  type: "boolean" | "single_use" | "continuous_use" | "credit_system";
  /** The names of a unit in sentences. Default: derived from `name`. */
  display?: {
    /** One unit: `"upload"`. */
    singular: string;
    /** Several units: `"uploads"`. */
    plural: string;
  };
  /** Not on sale any more; customers keep what they have. Default false. */
  archived?: boolean;
  /**
   * Named events that count as use of this feature: `track({ eventName })`. One event
   * may count for several features. Only for `single_use` and `continuous_use`.
   * Default: none.
   */
  event_names?: readonly string[];
  /** The cost of each use in credits. Required for a `credit_system`, and only allowed there. */
  credit_schema?:
    | readonly {
        /** A `single_use` or `continuous_use` feature. */
        metered_feature_id: Feature;
        /** Credits for one unit of it. At least 0 (free), at most 6 decimals. */
        credit_cost: number;
      }[]
    | null;
  /**
   * Billing sends `balance.low` to `onEvent` when this many units, or fewer, are left.
   * Above 0. Default: a fifth of the granted units.
   */
  low_balance?: number;
}

/**
 * One line of a product, in one of three shapes: a price (`price`, no feature), a grant
 * (`feature_id`, no price), or a priced feature (both, with a `usage_model`).
 * `Feature`: the ids that exist.
 */
export interface ItemInput<Feature extends string = string> {
  /** The feature that the line grants or sells. Absent: the line is a price. */
  feature_id?: Feature;
  /**
   * Units that the product includes. At least 0. `"inf"` means unlimited; a priced
   * feature cannot be. Default 0; a grant of a counted feature needs more.
   */
  included_usage?: number | "inf";
  /**
   * The interval of a price's charges, or of a balance's resets. At least a week for a
   * price. Default: a price is charged once, a balance never resets.
   */
  interval?: Interval;
  /** Intervals in one period: `2` with `"month"` is every two months. 1 to 1,000. Default 1. */
  interval_count?: number;
  /**
   * Major currency units: of a price, per period; of a priced feature, per `billing_units`.
   * Above 0, at most 1,000,000,000. A price has at most the decimals of the currency. Instead of
   * `tiers`.
   */
  price?: number;
  /** Graduated prices of a priced feature; each unit costs what its own tier says. Instead of `price`. */
  tiers?: readonly {
    /** The last unit of the tier, counted beyond `included_usage`. Rising; the last is `"inf"`. */
    to: number | "inf";
    /** Major currency units per `billing_units`. Above 0. */
    amount: number;
  }[];
  /**
   * How a priced feature is paid. `prepaid`: the customer chooses a quantity and pays ahead.
   * `pay_per_use`: consumed units are charged at the end of the period, units that stay in use
   * (seats) when they are added.
   */
  usage_model?: "prepaid" | "pay_per_use";
  /** Units in one pack, which `price` buys. A started pack counts in full. Above 0. Default 1. */
  billing_units?: number;
  /** The maximum usage of a customer, including the included units. Above 0. Default: no limit. */
  usage_limit?: number;
  /**
   * Grants the units to each entity of this `continuous_use` feature (500 messages per seat)
   * instead of to the customer.
   */
  entity_feature_id?: Feature;
  /**
   * False: usage of included units still counts after a change of plan. Default true:
   * the new plan starts with a fresh balance. Usage of `continuous_use` always counts.
   */
  reset_usage_when_enabled?: boolean;
  /** Keeps unused units at a reset. Needs an `interval` and included units. Default: they expire. */
  rollover?: {
    /** The maximum number of kept units. Above 0; null: all. */
    max: number | null;
    /** The number of months for which they are kept. 0 to 1,000; 0 with `"forever"`. */
    length: number;
    /** `month`: for `length` months. `forever`: until they are used. */
    duration: "month" | "forever";
  };
  /**
   * When more units within a period are paid for. `prorate_immediately`: the rest of the period,
   * now. `bill_immediately`: a whole period, now. `prorate_next_cycle`: the rest of the period,
   * with the next invoice. `bill_next_cycle`: from the next period on. Default: `bill_immediately`
   * for prepaid units that are used up, else `prorate_immediately`.
   */
  on_increase?:
    | "prorate_immediately"
    | "bill_immediately"
    | "prorate_next_cycle"
    | "bill_next_cycle";
  /**
   * What fewer units within a period bring back. `prorate_immediately`: the rest of the period,
   * now. `prorate_next_cycle`: the same, with the next invoice. `none`: nothing, the units stay
   * until the period ends. `no_prorations`: nothing; prepaid units stay until the period ends,
   * seats become free now. Default:
   * `prorate_immediately`, or `prorate_next_cycle` if `on_increase` is another.
   */
  on_decrease?: "prorate_immediately" | "prorate_next_cycle" | "none" | "no_prorations";
  /** Months after which granted units expire. 1 to 1,000. Default: never. */
  expires_after_months?: number;
}

/** A product that customers buy or get. `Feature` and `Product`: the existing ids. */
export interface ProductInput<Feature extends string = string, Product extends string = string> {
  /** Shown in tables, checkouts and invoices: `"Pro"`. 1 to 100 characters. */
  name: string;
  /**
   * Plans of one group replace each other: a customer has one of them at a time.
   * Default: the group of all plans without this field.
   */
  group?: string;
  /** Customers buy it in addition to a plan; it replaces no product. Default false. */
  is_add_on?: boolean;
  /**
   * Every new customer gets it. It has to be free, or have a trial without a card; a
   * group has at most one of each. Default false.
   */
  is_default?: boolean;
  /** Not on sale any more; customers who have it keep it. Default false. */
  archived?: boolean;
  /**
   * The product of which this one is a variant with another price: a yearly plan names
   * the monthly one.
   */
  base_variant_id?: Product;
  /** Its prices and grants, at most 100 lines. Prices are listed first, then priced features. */
  items: readonly ItemInput<Feature>[];
  /**
   * How often one customer may ever buy it, 1 to 100. Default: without limit; once for
   * a free add-on that never resets.
   */
  purchase_limit?: number;
  /** A trial before the first payment, once for each customer. Default: none. */
  free_trial?: TrialInput | null;
  /** Texts of the pricing table. */
  display?: {
    /** Instead of `name`. */
    name?: string;
    /** Below the name. */
    description?: string;
    /** Instead of the button's own text ("Get Started", "Upgrade" …). */
    button_text?: string;
    /** Highlights the plan and labels it: `"Most popular"`. */
    recommend_text?: string;
    /**
     * The name of a plan whose features the table does not repeat: "Everything from
     * Creator, plus:".
     */
    everything_from?: string;
    /** A URL that the button opens for visitors, instead of your sign-in. */
    button_url?: string;
  };
}

/** A free trial of a product. One-time products have none. */
export interface TrialInput {
  /** Counted in `duration`: 14 days. A whole number, 1 to 1,000. */
  length: number;
  /** The unit of `length`. Default `"day"`. */
  duration?: "day" | "month" | "year";
  /** Also refuses a second trial to another customer with the same fingerprint. Default false. */
  unique_fingerprint?: boolean;
  /**
   * True: the trial starts with a card, and billing charges it at the end. False: the
   * trial starts without a card, and the product ends with it unless the customer adds
   * one. Default true.
   */
  card_required?: boolean;
}

interface RewardBase {
  /** Shown on invoices: `"Spring sale"`. 1 to 100 characters. */
  name: string;
  /** The codes that customers enter, ignoring case. Empty: only code grants the reward. */
  promo_codes: readonly string[];
}

/** A reward of a promotion code or a referral. */
export type RewardInput<Feature extends string = string, Product extends string = string> =
  | DiscountInput<Feature, Product>
  | CreditRewardInput
  | ProductRewardInput<Product>;

/** Reduces invoices. */
export interface DiscountInput<
  Feature extends string = string,
  Product extends string = string,
> extends RewardBase {
  /** `percentage_discount`: per cent. `fixed_discount`: an amount. */
  type: "percentage_discount" | "fixed_discount";
  /** Per cent (above 0, at most 100), or major currency units (above 0). */
  discount_value: number;
  /** `one_off`: one invoice. `months`: for `duration_value` months. `forever`: every invoice. */
  duration_type: "one_off" | "months" | "forever";
  /** Months, 1 to 1,000; 0 for the other durations. */
  duration_value: number;
  /** The discounted prices. Default: all. */
  applies_to?: readonly {
    /** The product. */
    product_id: Product;
    /** Only this feature's price; null: only the fixed price. Default: every price of the product. */
    feature_id?: Feature | null;
  }[];
}

/** Adds an amount to the customer's account credit, which pays invoices before the card does. */
export interface CreditRewardInput extends RewardBase {
  /** An amount of credit. */
  type: "invoice_credits";
  /** Major currency units, above 0. */
  discount_value: number;
}

/** Grants a product, which may be archived. */
export interface ProductRewardInput<Product extends string = string> extends RewardBase {
  /** A product without charge. */
  type: "free_product";
  /** The product. */
  free_product_id: Product;
}

/** A referral program: customers invite others with a code. */
export interface ProgramInput<Product extends string = string, Reward extends string = string> {
  /**
   * When the reward is earned. `customer_creation`: when the code is redeemed.
   * `checkout`: when the new customer has also paid for one of `product_ids`.
   */
  when: "customer_creation" | "checkout";
  /** The products that count for `checkout`. Empty: any product. */
  product_ids: readonly Product[];
  /** The id of the reward. */
  reward: Reward;
  /** How often one code can be redeemed. A whole number, 1 to 1,000,000. */
  max_redemptions: number;
  /** `referrer`: the inviting customer. `all`: both customers. */
  received_by: "referrer" | "all";
  /** True: a trial counts only after its first payment. */
  exclude_trial: boolean;
  /**
   * Days from the payment to the reward, in case the payment is refunded. 0 to 366.
   * Default 30. Ignored for `customer_creation`.
   */
  hold_days?: number;
}
