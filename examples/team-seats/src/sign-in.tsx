import type { ConvexReactClient } from "convex/react";
import { ConvexError } from "convex/values";
import { useState } from "react";
import type { FormEvent } from "react";
import { api } from "../convex/_generated/api";
import { begin } from "./session";

/** Signs in, or up if the name is new. */
export function SignIn({ convex }: { convex: ConvexReactClient }) {
  const [refusal, setRefusal] = useState("");
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const [name, password] = [String(fields.get("name")), String(fields.get("password"))];
    try {
      begin({ name, token: await convex.action(api.accounts.signIn, { name, password }) });
    } catch (error) {
      setRefusal(error instanceof ConvexError ? String(error.data) : "That did not work.");
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <h1>Sign in</h1>
      <label>
        Name <input name="name" autoComplete="username" required />
      </label>
      <label>
        Password <input name="password" type="password" minLength={8} required />
      </label>
      <button>Continue</button>
      <p role="alert">{refusal}</p>
    </form>
  );
}
