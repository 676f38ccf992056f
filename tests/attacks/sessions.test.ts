import { describe, expect, it } from "vitest";
import { Attacker, PASSWORD, refusalOf } from "./attacker";

describe("the token of an ended session", () => {
  const enter = async (prefix: string) => {
    const username = `${prefix}-${String(process.pid)}`;
    const { value } = await new Attacker().action("accounts/credentials:signUp", {
      ...{ username, password: PASSWORD },
    });
    const { data } = value as { data: { accessToken: string; refreshToken: string } };
    const person = new Attacker(data.accessToken);
    await person.mutation("community/profiles/functions:ensure");
    return { username, person, refreshToken: data.refreshToken };
  };
  const isRefused = async (person: Attacker) => {
    const file = { mediaType: "image/png", bytes: 100 };
    const answers = [
      await person.mutation("community/uploads/functions:begin", file),
      await person.action("billing:attach", { productId: "welcome_credits" }),
      await person.action("billing:createCustomer"),
    ];
    return answers.map((answer) => {
      const { data = null } = (answer.value ?? {}) as { data?: unknown };
      return refusalOf(answer) !== null && data === null;
    });
  };

  it("does nothing after sign-out", async () => {
    const { person, refreshToken } = await enter("out");
    await person.mutation("accounts/sessions:signOut", { refreshToken });
    expect(await isRefused(person)).toEqual([true, true, true]);
  });

  it("does nothing after the account is deleted, and creates no customer", async () => {
    const { person } = await enter("gone");
    const gone = await person.action("community/accountDeletion:removeAccount", {
      confirmation: { password: PASSWORD },
    });
    expect(refusalOf(gone)).toBeNull();
    expect(await isRefused(person)).toEqual([true, true, true]);
  });
});
