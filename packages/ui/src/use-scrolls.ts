import { useEffect, useState } from "react";
import type { RefObject } from "react";

/** Whether an element has more content than its height shows. */
export function useScrolls(element: RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(false);
  // After every render, because its content may have changed.
  useEffect(() => {
    const read = () => {
      const { current } = element;
      setScrolls(current !== null && current.scrollHeight > current.clientHeight);
    };
    read();
    window.addEventListener("resize", read);
    return () => window.removeEventListener("resize", read);
  });
  return scrolls;
}
