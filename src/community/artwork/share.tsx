import { t } from "../../language/text";
import { Share2 } from "lucide-react";
import { showToast } from "../../shared/toasts";
import { Button } from "../../../packages/ui/src/button";

/** Copies the share link of a work: pasted in a chat, it shows the picture. */
export function Share({ artworkId }: { artworkId: string }) {
  async function copy() {
    const address = new URL(`/a/${artworkId}`, location.href).href;
    try {
      await navigator.clipboard.writeText(address);
      showToast("success", { title: t("Link copied") });
    } catch {
      // Browsers refuse without HTTPS or permission.
      showToast("info", { title: t("Copy this link"), detail: address });
    }
  }
  return (
    <Button
      look="quiet"
      shape="round"
      aria-label={t("Share")}
      title={t("Share")}
      onClick={() => void copy()}
    >
      <Share2 size={16} strokeWidth={1.75} aria-hidden />
    </Button>
  );
}
