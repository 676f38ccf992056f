import { Component } from "react";
import type { ErrorInfo, ReactNode } from "react";
import { LostScript, reloadPage } from "./lost-script";

export interface ErrorBoundaryProps {
  /** The fallback after a child has thrown. */
  fallback: (failure: { retry: () => void }) => ReactNode;
  children: ReactNode;
}

/** Requests may still fail right after the network returns. */
const SECOND_TRY_MS = 3000;

interface Health {
  state: "whole" | "failed";
}

/**
 * Catches errors of its children, so that the rest keeps working. It retries when the
 * network returns.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, Health> {
  override state: Health = { state: "whole" };

  static getDerivedStateFromError(): Health {
    return { state: "failed" };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    console.error(error, componentStack);
    // Not before a retry: leaving a page aborts its scripts, and a reload would then stop the
    // navigation.
    if (this.#hasRetried && error instanceof LostScript) void reloadPage();
    this.#hasRetried = false;
  }

  override componentDidMount() {
    window.addEventListener("online", this.heal);
  }

  override componentWillUnmount() {
    window.removeEventListener("online", this.heal);
    clearTimeout(this.#secondTry);
  }

  #secondTry: ReturnType<typeof setTimeout> | undefined;
  #hasRetried = false;

  heal = () => {
    this.retry();
    this.#secondTry = setTimeout(this.retry, SECOND_TRY_MS);
  };

  retry = () => {
    if (this.state.state === "whole") return;
    this.#hasRetried = true;
    this.setState({ state: "whole" });
  };

  override render() {
    if (this.state.state === "whole") return this.props.children;
    return this.props.fallback({ retry: this.retry });
  }
}
