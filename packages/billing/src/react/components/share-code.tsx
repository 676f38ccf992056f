import { useState } from "react";
import { Button } from "../../../../ui/src/button";
import { Field, Input } from "../../../../ui/src/field";
import { Icon } from "../../../../ui/src/icon";
import { COPY, SHARE } from "../../../../ui/src/icon-shapes";
import { VisuallyHidden } from "../../../../ui/src/visually-hidden";
import { useFormat } from "../hooks/use-format";
import "./inline-form.css";

interface ShareCodeProps {
  code: string;
  link: string | undefined;
}

/** The code in large type, with buttons that copy and share the link, if there is one. */
export function ShareCode({ code, link }: ShareCodeProps) {
  const { t } = useFormat();
  const [copying, setCopying] = useState<"idle" | "copied" | "failed">("idle");
  const shared = link ?? code;

  async function copy() {
    try {
      await navigator.clipboard.writeText(shared);
      setCopying("copied");
    } catch {
      // Browsers refuse without HTTPS or permission; users can still select the text.
      setCopying("failed");
    }
  }
  return (
    <>
      <p className="billing-referral-code">{code}</p>
      <div className="billing-inline-form">
        <Field label={t(link === undefined ? "referral.yours" : "referral.link")}>
          {(control) => (
            <Input
              {...control}
              readOnly
              value={shared}
              onFocus={(event) => event.target.select()}
            />
          )}
        </Field>
        <Button onClick={() => void copy()}>
          <Icon shape={COPY} />
          {t(copying === "copied" ? "referral.copied" : "referral.copy")}
        </Button>
        <ShareButton text={shared} />
      </div>
      <p className="billing-empty" role="status">
        {copying === "copied" && <VisuallyHidden>{t("referral.copied")}</VisuallyHidden>}
      </p>
      {copying === "failed" && (
        <p className="billing-empty" role="alert">
          {t("referral.copy_failed")}
        </p>
      )}
    </>
  );
}

/** The system's share dialog, if it exists. */
function ShareButton({ text }: { text: string }) {
  const { t } = useFormat();
  // The type declares it for every browser, but older desktop browsers lack it.
  const canShare = typeof (navigator as Partial<Navigator>).share === "function";
  if (!canShare) return null;
  const share = async () => {
    try {
      await navigator.share({ text });
    } catch {
      // It also rejects when the user closes the system's dialog without sharing.
    }
  };
  return (
    <Button onClick={() => void share()}>
      <Icon shape={SHARE} />
      {t("referral.share")}
    </Button>
  );
}
