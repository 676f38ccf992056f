import type { ComponentProps } from "react";
import { Input } from "../../packages/ui/src/field";
import type { TypedText } from "./use-form";

/** The username field: password managers recognise it, and browsers do not correct it. */
export function UsernameInput({ text, ...input }: ComponentProps<"input"> & { text: TypedText }) {
  return (
    <Input
      {...input}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      value={text.value}
      onChange={(event) => text.type(event.target.value)}
      onBlur={text.onBlur}
    />
  );
}
