import { Component } from "react";
import type { ErrorInfo, ReactNode } from "react";

export interface ErrorBoundaryProps {
  /** The fallback after a child has thrown. */
  fallback: (failure: { retry: () => void }) => ReactNode;
  children: ReactNode;
}

interface Health {
  state: "whole" | "failed";
}

/** Catches errors of its children, so that the rest keeps working. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, Health> {
  override state: Health = { state: "whole" };

  static getDerivedStateFromError(): Health {
    return { state: "failed" };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    console.error(error, componentStack);
  }

  override render() {
    if (this.state.state === "whole") return this.props.children;
    return this.props.fallback({ retry: () => this.setState({ state: "whole" }) });
  }
}
