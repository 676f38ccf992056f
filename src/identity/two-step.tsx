import { plural, t } from "../language/text";
import { useAction, useQuery } from "convex/react";
import { useState } from "react";
import { api } from "../../convex/_generated/api";
import { Button } from "../../packages/ui/src/button";
import { Notice } from "../../packages/ui/src/notice";
import { Skeleton } from "../../packages/ui/src/skeleton";
import { CODE, CodeField } from "./code-field";
import { PasswordGate } from "./password-gate";
import { QrCode } from "./qr-code";
import { Refusal } from "./refusal";
import { useForm, useTypedText } from "./use-form";
import "./forms.css";
import "./two-step.css";

const { twoStep } = api.accounts;
const FIELDS = { invalid_code: "code" } as const;

interface Key {
  secret: string;
  uri: string;
}

/** Two-step sign-in: turn it on with an authenticator app, and off again. */
export function TwoStep() {
  const own = useQuery(twoStep.mine, {});
  const begin = useAction(twoStep.begin);
  const turnOff = useAction(twoStep.turnOff);
  const [key, setKey] = useState<Key | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);

  if (!own) return <Skeleton width="100%" height="80px" />;
  if (codes) return <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />;
  if (own.isOn) {
    return (
      <>
        <p>
          {plural(
            own.recoveryCodesLeft,
            "It is on. {count} recovery code is left; for new ones, turn it off and on again.",
            "It is on. {count} recovery codes are left; for new ones, turn it off and on again.",
          )}
        </p>
        <PasswordGate
          open={t("Turn off…")}
          submit={t("Turn off")}
          look="danger"
          send={async (proof) => (await turnOff(proof)).error}
        />
      </>
    );
  }
  if (key) {
    return (
      <FirstCode
        accountKey={key}
        onCancel={() => setKey(null)}
        onOn={(made) => {
          setKey(null);
          setCodes(made);
        }}
      />
    );
  }
  return (
    <PasswordGate
      open={t("Turn on…")}
      submit={t("Continue")}
      send={async (proof) => {
        const { data, error } = await begin(proof);
        if (data) setKey(data);
        return error;
      }}
    />
  );
}

interface FirstCodeProps {
  accountKey: Key;
  onOn: (recoveryCodes: string[]) => void;
  onCancel: () => void;
}

function FirstCode({ accountKey: { secret, uri }, onOn, onCancel }: FirstCodeProps) {
  const confirm = useAction(twoStep.confirm);
  const code = useTypedText(CODE);
  const form = useForm({
    fields: FIELDS,
    check: () => {
      code.insist();
      return code.value.trim() !== "";
    },
    send: async () => {
      const { data, error } = await confirm({ code: code.value });
      if (data) onOn(data);
      return error;
    },
  });
  return (
    <form className="identity-form" noValidate onSubmit={form.submit} onChange={form.forget}>
      <Refusal of={form.refusal} />
      <p>{t("Scan this with your authenticator app, then enter the code that it shows.")}</p>
      <QrCode text={uri} label={t("QR code for your authenticator app")} />
      <p>
        {t("Or type this key:")}{" "}
        <code className="identity-key">{secret.replace(/.{4}(?=.)/g, "$& ")}</code>
      </p>
      <CodeField text={code} takes="app codes" error={code.error ?? form.refusalOf("code")} />
      <div className="identity-buttons">
        <Button type="submit" look="primary" busy={form.state === "busy"}>
          {t("Turn on")}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {t("Cancel")}
        </Button>
      </div>
    </form>
  );
}

function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  return (
    <>
      <Notice tone="success" title={t("Two-step sign-in is on.")}>
        {t(
          "Keep these recovery codes where you find them without your phone. Each works once, and they are not shown again.",
        )}
      </Notice>
      <ul className="identity-codes" aria-label={t("Recovery codes")}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Button look="primary" onClick={onKept}>
        {t("I have kept them")}
      </Button>
    </>
  );
}
