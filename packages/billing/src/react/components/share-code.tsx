import { Copy, Share2 } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../../ui/src/button";
import { Field, Input } from "../../../../ui/src/field";
import { VisuallyHidden } from "../../../../ui/src/visually-hidden";
import { useFormat } from "../hooks/use-format";
import "./inline-form.css";

const ICON = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

interface ShareCodeProps {
  code: string;
  link: string | undefined;
}

/** The code in large type; the link is copied and shared, if there is one. */
export function ShareCode({ code, link }: ShareCodeProps) {
  const { t } = useFormat();
  const [copying, setCopying] = useState<"idle" | "copied" | "failed">("idle");
  const shared = link ?? code;

  async function copy() {
    try {
      await navigator.clipboard.writeText(shared);
      setCopying("copied");
    } catch {
      // Browsers refuse without HTTPS or permission: the text can still be selected.
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
          <Copy {...ICON} />
          {t(copying === "copied" ? "referral.copied" : "referral.copy")}
        </Button>
        <ShareButton text={shared} />
      </div>
      <p className="billing-empty" role="status">
        {copying === "copied" && <VisuallyHidden>{t("referral.copied")}</VisuallyHidden>}
        {copying === "failed" && t("referral.copy_failed")}
      </p>
    </>
  );
}

/** The system's share dialog, if it exists. */
function ShareButton({ text }: { text: string }) {
  const { t } = useFormat();
  // The type says that every browser has it; older desktop browsers do not.
  const canShare = typeof (navigator as Partial<Navigator>).share === "function";
  if (!canShare) return null;
  const share = async () => {
    try {
      await navigator.share({ text });
    } catch {
      // Closing the system's dialog without sharing rejects too.
    }
  };
  return (
    <Button onClick={() => void share()}>
      <Share2 {...ICON} />
      {t("referral.share")}
    </Button>
  );
}
