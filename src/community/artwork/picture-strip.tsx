import { isVideo } from "../../../convex/contract/media";
import type { Detail } from "./artwork-words";

type WorkFile = Detail["pages"][number];

interface PictureStripProps {
  label: string;
  /** What a picture without a caption is called, before its number. */
  unit: "Picture" | "Step";
  files: readonly Pick<WorkFile, "url" | "mediaType" | "caption">[];
  /** The place of the picture that is on the wall; -1 when it is none of these. */
  shown: number;
  onShow: (place: number) => void;
}

/** Small pictures in a row; pressed, one hangs on the wall. */
export function PictureStrip({ label, unit, files, shown, onShow }: PictureStripProps) {
  return (
    <section className="viewer-part" aria-label={label}>
      <h2>
        {label} <span className="viewer-count">{files.length}</span>
      </h2>
      <ol className="viewer-strip">
        {files.map(({ url, mediaType, caption }, place) => (
          <li key={place}>
            <button
              type="button"
              aria-pressed={place === shown}
              aria-label={`${unit} ${place + 1}${caption === "" ? "" : `: ${caption}`}`}
              onClick={() => onShow(place)}
            >
              {url === null || isVideo(mediaType) ? (
                <span>{place + 1}</span>
              ) : (
                <img src={url} alt="" loading="lazy" />
              )}
            </button>
            {unit === "Step" && caption !== "" && <p>{caption}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}
