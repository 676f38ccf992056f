import { useEffect, useState } from "react";
import type { RefObject } from "react";

/** Whether there is more in an element than its height shows. */
export function useScrolls(element: RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(false);
  // After every render: what is in it may have changed.
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
