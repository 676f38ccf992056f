import { useState } from "react";
import type { SubmitEvent } from "react";
import { flushSync } from "react-dom";
import type { BillingError } from "../../packages/billing/src/contract";
import { firstBroken } from "../../convex/contract/credentials";
import type { TextRule } from "../../convex/contract/credentials";

const UNREACHABLE: BillingError = {
  code: "fetch_failed",
  message: "The server did not answer. Check your connection and try again",
};

export interface TypedText {
  value: string;
  type: (value: string) => void;
  /** Focus has left: from now on what is wrong may be said. */
  onBlur: () => void;
}

/** A text with rules. Nothing is called wrong while it is typed for the first time. */
export function useTypedText(rules: readonly TextRule[]) {
  const [value, type] = useState("");
  const [touched, setTouched] = useState(false);
  return {
    value,
    type,
    onBlur: () => setTouched((before) => before || value !== ""),
    /** The form was sent: now everything may be said. */
    insist: () => setTouched(true),
    clear: () => {
      type("");
      setTouched(false);
    },
    /** What is wrong, once it may be said. */
    error: touched ? (firstBroken(rules, value) ?? undefined) : undefined,
  };
}

export interface FormOptions<Field extends string> {
  /** Which field a refusal is about, by its code. Others are about the whole form. */
  fields?: Partial<Record<string, Field>>;
  /** Called first; false keeps the form from being sent. */
  check: () => boolean;
  /** Null when all went well. */
  send: () => Promise<BillingError | null>;
}

/** Submits a form once at a time and takes the keyboard to the first field that is wrong. */
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
    /** What the server refused about the whole form, until the next try. */
    refusal: refused === undefined ? refusal : null,
    /** What the server refused about a field. */
    refusalOf: (field: Field) => (field === refused ? refusal?.message : undefined),
    /** What was refused is no longer what is typed. */
    forget: () => setRefusal(null),
  };
}

/** The fields have been drawn by now with what is wrong. */
function focusFirstInvalid(form: HTMLFormElement): void {
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
