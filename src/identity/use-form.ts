import { msg, translateSentence } from "../language/text";
import { useState } from "react";
import type { SubmitEvent } from "react";
import { flushSync } from "react-dom";
import type { BillingError } from "../../packages/billing/src/contract";
import { firstBroken } from "../../convex/contract/credentials";
import type { TextRule } from "../../convex/contract/credentials";

export const UNREACHABLE: BillingError = {
  code: "fetch_failed",
  message: msg("The server did not answer. Check your connection and try again"),
};

export interface TypedText {
  value: string;
  type: (value: string) => void;
  /** The field has lost the focus, so its error may be shown from now on. */
  onBlur: () => void;
}

/** The rule that a text breaks. */
function describeBroken(rules: readonly TextRule[], value: string): string | undefined {
  const broken = firstBroken(rules, value);
  return broken === null ? undefined : translateSentence(broken);
}

/** A text field with rules. No error is shown while the user types for the first time. */
export function useTypedText(rules: readonly TextRule[]) {
  const [value, type] = useState("");
  const [touched, setTouched] = useState(false);
  return {
    value,
    type,
    onBlur: () => setTouched((before) => before || value !== ""),
    /** The form was submitted, so all errors may be shown from now on. */
    insist: () => setTouched(true),
    clear: () => {
      type("");
      setTouched(false);
    },
    /** The error, if it may already be shown. */
    error: touched ? describeBroken(rules, value) : undefined,
  };
}

export interface FormOptions<Field extends string> {
  /** The field of a refusal, by its code. Other refusals are about the whole form. */
  fields?: Partial<Record<string, Field>>;
  /** Called first; false prevents the submission. */
  check: () => boolean;
  /** Null on success. */
  send: () => Promise<BillingError | null>;
}

/** Submits a form, one call at a time, and focuses the first field with an error. */
export function useForm<Field extends string = never>(options: FormOptions<Field>) {
  const [state, setState] = useState<"ready" | "busy">("ready");
  const [refusal, setRefusal] = useState<BillingError | null>(null);
  const refused = refusal ? options.fields?.[refusal.code] : undefined;

  async function run(form: HTMLFormElement) {
    setState("busy");
    setRefusal(null);
    const answer = await options.send().catch(() => UNREACHABLE);
    flushSync(() => {
      setRefusal(answer);
      setState("ready");
    });
    if (answer) focusFirstInvalid(form);
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (state === "busy") return;
    const passed = flushSync(options.check);
    if (passed) void run(event.currentTarget);
    else focusFirstInvalid(event.currentTarget);
  }

  return {
    state,
    submit,
    /** The server's refusal of the whole form, until the next attempt. */
    refusal: refused === undefined ? refusal : null,
    /** The server's refusal of a field. */
    refusalOf: (field: Field) =>
      field === refused && refusal ? translateSentence(refusal.message) : undefined,
    /** The user has changed the field since the refusal. */
    forget: () => setRefusal(null),
  };
}

/** The fields are rendered with their errors by now. */
function focusFirstInvalid(form: HTMLFormElement): void {
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
