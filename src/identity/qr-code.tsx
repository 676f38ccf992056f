import { useEffect, useState } from "react";

/** A QR code. Its library loads with the first one. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    let gone = false;
    async function draw() {
      const { default: encode } = await import("qr");
      const drawing = encode(text, "svg", { border: 1 });
      if (!gone) setUrl(`data:image/svg+xml,${encodeURIComponent(drawing)}`);
    }
    // Only logged, because the key is next to it as text.
    draw().catch((error: unknown) => console.error(error));
    return () => {
      gone = true;
    };
  }, [text]);
  return url === null ? (
    <div className="identity-qr" />
  ) : (
    <img className="identity-qr" src={url} alt={label} />
  );
}
