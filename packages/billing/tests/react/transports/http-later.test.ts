import { describe, expect, it, vi } from "vitest";
import { laterHttpTransport } from "../../../src/react/transports/http-later";

const tokenOf = (token: string) => ({
  getBearerToken: () => Promise.resolve(token),
  includeCredentials: false,
});

describe("laterHttpTransport", () => {
  it("sends the request with the caller's token, though its code loads after another sign-in", async () => {
    const sent = vi.spyOn(globalThis, "fetch").mockResolvedValue(Response.json({ list: [] }));
    let options = tokenOf("ines");
    const transport = laterHttpTransport("https://shop.example", () => options);
    const asking = transport.call("listProducts", {});
    options = tokenOf("sade");
    expect((await asking).data).toEqual({ list: [] });
    const [, init] = sent.mock.calls[0] ?? [];
    expect(new Headers(init?.headers).get("Authorization")).toBe("Bearer ines");
  });
});
