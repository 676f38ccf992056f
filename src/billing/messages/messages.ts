/**
 * Every sentence that the billing dialogs and tables say. `{name}` marks a
 * place to fill. `{when}` is a whole adverbial: "on 12/11/2026".
 *
 * @see Spec §4, "Dialog wording"
 */
export const MESSAGES = {
  "checkout.one_off.title": "Purchase {product}",
  "checkout.one_off.message":
    "When you confirm, you buy {product} and your card is charged immediately.",
  "checkout.update.title": "Update Plan",
  "checkout.update.message":
    "Change your prepaid quantity. The prorated difference for this cycle is charged or credited.",
  "checkout.trial.title": "Start trial for {product}",
  "checkout.trial.message": "When you confirm, your free trial starts. It ends {when}.",
  "checkout.scheduled.title": "{product} product already scheduled",
  "checkout.scheduled.message": "You are on {current} now. {product} starts {when}.",
  "checkout.active.title": "Product already active",
  "checkout.active.message": "You are already subscribed to {product}.",
  "checkout.enable.title": "Enable {product}",
  "checkout.enable.message": "When you confirm, {product} is enabled immediately.",
  "checkout.subscribe.title": "Subscribe to {product}",
  "checkout.subscribe.message":
    "When you confirm, you subscribe to {product} and your card is charged immediately.",
  "checkout.renew.title": "Renew",
  "checkout.renew.message": "When you confirm, your subscription to {product} is renewed.",
  "checkout.upgrade.title": "Upgrade to {product}",
  "checkout.upgrade.message":
    "When you confirm, you move to {product} and your payment method is charged immediately.",
  "checkout.downgrade.title": "Downgrade to {product}",
  "checkout.downgrade.message":
    "Your subscription to {current} is cancelled and {product} begins {when}.",
  "checkout.cancel.title": "Cancel",
  "checkout.cancel.message": "Your subscription to {current} ends {when}.",
  "checkout.other.title": "Change Subscription",
  "checkout.other.message": "You are about to change your subscription.",

  "checkout.when.date": "on {date}",
  "checkout.when.unknown": "when the current cycle ends",
  "checkout.current.unknown": "your current plan",
  "checkout.confirm": "Confirm",
  "checkout.confirm.pay": "Confirm and pay {amount}",
  "checkout.confirm.trial": "Confirm, free until {date}",
  "checkout.confirming": "Confirming",
  "checkout.keep": "Keep {current}",
  "checkout.not_now": "Not now",
  "checkout.prices": "Price",
  "checkout.item.price": "Price",
  "checkout.item.subscription": "Subscription",
  "checkout.details": "View details",
  "checkout.total": "Total due today",
  "checkout.next": "Due next cycle ({date})",
  "checkout.next.usage": "{amount} + usage prices",
  "checkout.method.card": "{brand} ending in {last4}",
  "checkout.method.change": "Change",
  "checkout.method.hosted": "You enter your card on the next page.",
  "checkout.method.later": "No card needed until then.",

  "quantity.trigger": "Qty: {units}",
  "quantity.fixed": "The quantity stays as it is.",
  "quantity.in_packs": "quantity in packs of {units}",
  "quantity.in_units": "quantity",
  "quantity.fewer": "One less",
  "quantity.more": "One more",
  "quantity.times": "× {units}",
  "quantity.sum": "{units}, {amount} {period}",
  "quantity.sum.once": "{units}, {amount}",
  "quantity.sum.tiered": "{units}. Save to see the price.",
  "quantity.not_a_whole_number": "Enter a whole number.",
  "quantity.out_of_range": "Enter a number from {min} to {max}.",
  "quantity.save": "Save",

  "price.per_units": "{amount} per {units}",
  "price.period.minute": "per minute",
  "price.period.hour": "per hour",
  "price.period.day": "per day",
  "price.period.week": "per week",
  "price.period.month": "per month",
  "price.period.quarter": "per quarter",
  "price.period.semi_annual": "per half year",
  "price.period.year": "per year",
  "price.period.length": "per {length}",

  "paywall.trial.title": "Start trial for {product}",
  "paywall.add_on.title": "Purchase {product}",
  "paywall.upgrade.title": "Upgrade to {product}",
  "paywall.nothing.title": "Feature Unavailable",
  "paywall.usage_limit": "You have reached the usage limit for {feature}.",
  "paywall.feature_flag": "Your plan does not include {feature}.",
  "paywall.trial.advice": "Start a trial of {product} to continue using this feature.",
  "paywall.add_on.advice": "Purchase {product} to continue using this feature.",
  "paywall.upgrade.advice": "Upgrade to {product} to continue using this feature.",
  "paywall.nothing.advice": "Contact us to get access to this feature.",
  "paywall.loading": "One moment",
  "paywall.loading.message": "We look up what unlocks this.",
  "paywall.failed": "This did not load",
  "paywall.failed.message": "We could not look up what unlocks this. Nothing was charged.",
  "paywall.used": "{used} {units} used",
  "paywall.now": "{product}, now",
  "paywall.no_surprise": "Next you see exactly what is due today. Nothing is charged yet.",
  "paywall.not_now": "Not now",

  "usage.of": "{used} of {included}",
  "usage.unlimited": "Unlimited",
  "usage.reached": "Limit reached",
  "usage.over": "Over the limit",
  "usage.resets": "Resets {date}",
  "usage.never_resets": "Never resets",

  "pricing.free": "Free",
  "pricing.button.trial": "Start Free Trial",
  "pricing.button.scheduled": "Plan Scheduled",
  "pricing.button.update": "Update Plan",
  "pricing.button.current": "Current Plan",
  "pricing.button.purchase": "Purchase",
  "pricing.button.new": "Get started",
  "pricing.button.renew": "Renew",
  "pricing.button.upgrade": "Upgrade",
  "pricing.button.downgrade": "Downgrade",
  "pricing.button.cancel": "Cancel Plan",
  "pricing.button.other": "Get Started",
  "pricing.interval": "How often you pay",
  "pricing.interval.week": "Weekly",
  "pricing.interval.month": "Monthly",
  "pricing.interval.quarter": "Quarterly",
  "pricing.interval.semi_annual": "Half-yearly",
  "pricing.interval.year": "Yearly",
  "pricing.interval.one": "{product}, {price}",
  "pricing.interval.saving": "Save up to {percent}%",
  "pricing.your_plan": "Your plan",
  "pricing.starts": "Starts {date}",
  "pricing.full_price": "Price: {price}",
  "pricing.trial": "{length} free, no card needed. Then {price}.",
  "pricing.trial.card": "{length} free. Then {price}.",
  "pricing.everything_from": "Everything from {product}, plus:",
  "pricing.begin_with": "To begin with:",
  "pricing.compare": "Side by side",
  "pricing.compare_with": "Compare with",
  "pricing.included": "Included",
  "pricing.not_included": "Not included",
  "pricing.add_ons": "On top of any plan",
  "pricing.add_ons.note": "Add-ons never change the plan you are on.",
  "pricing.plans": "Plans",
  "pricing.loading": "The plans are loading",
  "pricing.failed": "The plans did not load.",
  "pricing.retry": "Try again",
  "pricing.empty": "No plans are on sale right now.",
} as const;

export type MessageKey = keyof typeof MESSAGES;

type Places<Text extends string> = Text extends `${string}{${infer Place}}${infer Rest}`
  ? Place | Places<Rest>
  : never;

/** The places of a message, each with what to put there. */
export type MessageValues<Key extends MessageKey> = Record<Places<(typeof MESSAGES)[Key]>, string>;

/** Says one message with its places filled. Filled text is never read for places again. */
export function say<Key extends MessageKey>(
  key: Key,
  ...[values]: Places<(typeof MESSAGES)[Key]> extends never ? [] : [MessageValues<Key>]
): string {
  const filled: Readonly<Record<string, string>> = values ?? {};
  return MESSAGES[key].replaceAll(/\{(\w+)\}/g, (place, name: string) => filled[name] ?? place);
}
