import { t } from "../../language/text";
import { useQuery } from "convex/react";
import { useState } from "react";
import type { SubmitEvent } from "react";
import { api } from "../../../convex/_generated/api";
import { Button } from "../../../packages/ui/src/button";
import { Field, Input } from "../../../packages/ui/src/field";
import { CustomerLink } from "./customer-link";

/** Finds customers by username, e-mail address or id. */
export function FindCustomer() {
  const [typed, setTyped] = useState("");
  const [text, setText] = useState("");
  const answer = useQuery(api.community.operators.functions.find, text === "" ? "skip" : { text });
  const found = answer?.data;

  function look(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setText(typed.trim());
  }

  return (
    <form role="search" aria-label={t("Find a customer")} className="operator-find" onSubmit={look}>
      <Field label={t("Find a customer")} hint={t("A username, a whole e-mail address, or an id.")}>
        {(control) => (
          <Input
            {...control}
            type="search"
            autoComplete="off"
            autoCapitalize="none"
            maxLength={200}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit">{t("Find")}</Button>
      <div role="status" className="operator-found">
        {found?.length === 0 && t("No customer is called “{text}”.", { text })}
        {found?.map((customer) => (
          <span key={customer.customer_id}>
            <CustomerLink customer={customer} /> <code>{customer.customer_id}</code>
          </span>
        ))}
      </div>
    </form>
  );
}
