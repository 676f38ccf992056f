import { forwardRef } from "react";
import type { ComponentPropsWithoutRef, MouseEvent } from "react";
import { Spinner } from "./spinner";
import "./button.css";

export interface ButtonProps extends ComponentPropsWithoutRef<"button"> {
  /** `lit` is for actions that unlock something; at most one on a screen. Default `outline`. */
  look?: "primary" | "lit" | "outline" | "quiet" | "text" | "danger";
  /** Height 32, 40 or 48 px. Default `normal`. */
  size?: "small" | "normal" | "large";
  /** `round` holds one icon and needs an `aria-label`. Default `pill`. */
  shape?: "pill" | "round";
  /**
   * Whether its action is running: the label stays and a spinner appears, clicks do nothing, the
   * focus is kept.
   */
  busy?: boolean;
}

/** Uses forwardRef, because function components get no ref in React 18. */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(props, ref) {
  const { look = "outline", size = "normal", shape = "pill", busy = false, ...rest } = props;
  const { className = "", children, onClick, ...button } = rest;
  // `aria-disabled` keeps the focus, which `disabled` removes from a button that was just pressed.
  const isOff = button.disabled === true || button["aria-disabled"] === true;

  function click(event: MouseEvent<HTMLButtonElement>) {
    if (busy || isOff) event.preventDefault();
    else onClick?.(event);
  }

  return (
    <button
      ref={ref}
      type="button"
      data-slot="button"
      {...button}
      className={`billing-button ${className}`.trimEnd()}
      data-look={look}
      data-size={size}
      data-shape={shape}
      data-state={busy ? "busy" : isOff ? "off" : "rest"}
      aria-busy={busy || undefined}
      aria-disabled={busy || button["aria-disabled"] || undefined}
      onClick={click}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
});
