import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import type { ReactNode } from "react";
import { describe, expect, it, vi } from "vitest";
import { Page } from "../../src/app/page";
import { NOT_FOUND, ROUTES } from "../../src/app/routes";
import type { SiteRoute } from "../../src/app/routes";
import { titleOf } from "../../src/app/use-page-arrival";
import { expectAccessible } from "../../packages/ui/tests/browser";
import { renderAt } from "./fake-identity";

window.scrollTo = vi.fn();

function route(screenOf: () => ReactNode, over: Partial<SiteRoute> = {}): SiteRoute {
  return { path: "/x", title: "Upload", layout: "site", render: screenOf, ...over };
}

const home = (
  <Page
    path="/"
    route={route(
      () => (
        <h1>Fresh</h1>
      ),
      { title: null },
    )}
    params={{}}
  />
);
const upload = (
  <Page
    path="/upload"
    route={route(() => (
      <h1>Upload your work</h1>
    ))}
    params={{}}
  />
);

describe("titleOf", () => {
  it.each([
    ["/", null, "Spotlight"],
    ["/", "Fresh", "Spotlight"],
    ["/upload", "Upload", "Upload · Spotlight"],
    ["/a/1", "Ana in August", "Ana in August · Spotlight"],
    ["/a/1", "", "Spotlight"],
  ])("at %s with %j is %j", (path, title, expected) => {
    expect(titleOf(path, title)).toBe(expected);
  });
});

describe("Page", () => {
  it("leaves the focus unchanged when the site opens", () => {
    renderAt("/", home);
    expect(document.title).toBe("Spotlight");
    expect(document.activeElement).toBe(document.body);
  });

  it("focuses the heading and sets the tab's title on a change of page", () => {
    const { show } = renderAt("/", home);
    show(upload);
    expect(document.title).toBe("Upload · Spotlight");
    expect(document.activeElement?.textContent).toBe("Upload your work");
  });

  it("takes the title from a heading that arrives late", async () => {
    function Late() {
      const [name, setName] = useState<string>();
      return name === undefined ? (
        <button onClick={() => setName("Ana in August")}>Load</button>
      ) : (
        <h1>{name}</h1>
      );
    }
    const { show } = renderAt("/", home);
    show(
      <Page
        path="/a/1"
        route={route(
          () => (
            <Late />
          ),
          { title: null },
        )}
        params={{ id: "1" }}
      />,
    );
    expect(document.title).toBe("Spotlight");
    act(() => screen.getByRole("button").click());
    await waitFor(() => expect(document.title).toBe("Ana in August · Spotlight"));
    expect(document.activeElement?.textContent).toBe("Ana in August");
  });

  it("does not take the focus from a user who has moved on", async () => {
    let arrive: () => void = () => undefined;
    function Late() {
      const [ready, setReady] = useState(false);
      arrive = () => setReady(true);
      return ready && <h1>Ready</h1>;
    }
    const find = <input aria-label="Find" />;
    const { show } = renderAt(
      "/",
      <>
        {find}
        {home}
      </>,
    );
    show(
      <>
        {find}
        <Page
          path="/x"
          route={route(() => (
            <Late />
          ))}
          params={{}}
        />
      </>,
    );
    await userEvent.click(screen.getByLabelText("Find"));
    act(arrive);
    await screen.findByRole("heading", { name: "Ready" });
    expect(document.activeElement).toBe(screen.getByLabelText("Find"));
  });

  it.each([
    ["the following row", ["Ada", "Ben", "Cleo"], "Ben", "Cleo"],
    ["the previous row", ["Ada", "Ben"], "Ben", "Ada"],
    ["their container", ["Ben"], "Ben", ""],
  ])("moves the focus from a removed row to %s", async (_why, names, gone, near) => {
    function Rows() {
      const [left, setLeft] = useState(names);
      return (
        <ul>
          {left.map((name) => (
            <li key={name}>
              <span>{name}</span>
              <button
                aria-label={`${name} goes`}
                onClick={() => setLeft(left.filter((other) => other !== name))}
              />
            </li>
          ))}
        </ul>
      );
    }
    renderAt(
      "/x",
      <Page
        path="/x"
        route={route(() => (
          <Rows />
        ))}
        params={{}}
      />,
    );
    await userEvent.click(screen.getByRole("button", { name: `${gone} goes` }));
    const list = screen.getByRole("list");
    await waitFor(() => expect(list.contains(document.activeElement)).toBe(true));
    expect(document.activeElement?.firstElementChild?.textContent ?? "").toBe(near);
  });

  it("moves the focus to the next page when the focused element is removed with the old page", async () => {
    const { show } = renderAt(
      "/",
      <Page
        path="/"
        route={route(() => [<p key="p">A</p>, <button key="b">Here</button>])}
        params={{}}
      />,
    );
    act(() => screen.getByRole("button").focus());
    show(<Page path="/x" route={route(() => [<p key="p">Nothing to focus yet</p>])} params={{}} />);
    await act(async () => await Promise.resolve());
    expect(document.activeElement).toBe(document.body);
  });

  it("shows a failure inside the page, says what is safe, and tries again", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    let broken = true;
    function Fragile() {
      if (broken) throw new Error("no such thing");
      return <h1>Whole again</h1>;
    }
    renderAt(
      "/x",
      <>
        <p>Around it</p>
        <Page
          path="/x"
          route={route(() => (
            <Fragile />
          ))}
          params={{}}
        />
      </>,
    );
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("This page did not load");
    expect(screen.getByText("Around it")).toBeTruthy();
    await expectAccessible();

    broken = false;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Whole again");
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Whole again"));
  });
});

describe("ROUTES", () => {
  it("have each path once, and a title unless the heading is the title", () => {
    const paths = ROUTES.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    const untitled = ROUTES.filter(({ title }) => title === null).map(({ path }) => path);
    const named = ["/a/:id", "/collections/:id", "/u/:username", "/studio/:slug"];
    expect(["/", ...named, "/studio/:slug/members", "/operator"]).toEqual(
      expect.arrayContaining(untitled),
    );
  });

  it("end with a page that says that nothing was found, and links home", () => {
    renderAt("/nowhere", <Page path="/nowhere" route={NOT_FOUND} params={{}} />);
    expect(document.title).toBe("Page not found · Spotlight");
    expect(screen.getByRole("link", { name: "See fresh work" }).getAttribute("href")).toBe("/");
  });
});
