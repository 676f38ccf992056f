import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 10_000 });

// The files of a project share one page: each test leaves it as it found it.
afterEach(() => {
  cleanup();
  localStorage.clear();
  document.head.replaceChildren();
});
