import { convexToJson, jsonToConvex } from "convex/values";
import type { JSONValue, Value } from "convex/values";

type Args = Record<string, Value | undefined>;
type Data = Record<string, unknown>;

/** The password of every account in the recorded folder. */
export const PASSWORD = "Lemons,again-9";

/** A user of a deployment's site, with a browser's calls. Refusals throw. */
export class Person {
  private constructor(
    private readonly url: string,
    private readonly token: string | null,
  ) {}

  static async signUp(url: string, username: string, password: string): Promise<Person> {
    const person = await Person.enter(url, "signUp", username, password);
    await person.mutation("community/profiles/functions:ensure", {});
    await person.action("billing:createCustomer", {});
    return person;
  }

  static async signIn(url: string, username: string, password: string): Promise<Person> {
    return await Person.enter(url, "signIn", username, password);
  }

  private static async enter(url: string, how: string, username: string, password: string) {
    const anyone = new Person(url, null);
    const data = await anyone.action(`accounts/credentials:${how}`, { username, password });
    return new Person(url, String(data["accessToken"]));
  }

  action = async (path: string, args: Args): Promise<Data> => this.call("action", path, args);
  mutation = async (path: string, args: Args): Promise<Data> => this.call("mutation", path, args);
  query = async (path: string, args: Args): Promise<Data> => this.call("query", path, args);

  async publish(title: string, picture: Uint8Array<ArrayBuffer>): Promise<string> {
    const asked = { mediaType: "image/png", bytes: picture.length };
    const { uploadUrl } = await this.mutation("community/uploads/functions:begin", asked);
    const headers = { "Content-Type": "image/png" };
    const sent = await fetch(String(uploadUrl), { method: "POST", headers, body: picture });
    const { storageId } = (await sent.json()) as { storageId: string };
    const work = { clientUploadId: title, title, alt: "", medium: "painting", storageId };
    const { artworkId } = await this.action("community/uploads/functions:publish", work);
    return String(artworkId);
  }

  private async call(kind: string, path: string, args: Args): Promise<Data> {
    const headers = {
      "Content-Type": "application/json",
      ...(this.token !== null && { Authorization: `Bearer ${this.token}` }),
    };
    const body = JSON.stringify({
      path,
      args: [convexToJson(args)],
      format: "convex_encoded_json",
    });
    const response = await fetch(`${this.url}/api/${kind}`, { method: "POST", headers, body });
    const text = await response.text();
    const answer = JSON.parse(text) as { status: string; value?: JSONValue };
    const value = jsonToConvex(answer.value ?? null) as Data | null;
    if (answer.status !== "success" || value?.["error"]) throw new Error(`${path}: ${text}`);
    const isResult = typeof value === "object" && value !== null && "data" in value;
    return (isResult ? value["data"] : value) as Data;
  }
}
