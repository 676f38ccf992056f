import { msg, t } from "../../language/text";
import { stillOf } from "../grid/shown-file";
import type { Detail } from "./artwork-copy";
import "./picture-strip.css";

type WorkFile = Detail["pages"][number];

/** An item of the strip: a file of the work, or the work itself. */
type StripFile = Parameters<typeof stillOf>[0] & Pick<WorkFile, "caption">;

interface PictureStripProps {
  label: string;
  /** The name of a picture without a caption; a number follows. */
  unit: "Picture" | "Step";
  files: readonly StripFile[];
  /** The position of the picture that is shown; -1 when it is none of these. */
  shown: number;
  onShow: (place: number) => void;
}

const UNITS = { Picture: msg("Picture {number}"), Step: msg("Step {number}") };

/** A row of thumbnails; pressing one shows it. */
export function PictureStrip({ label, unit, files, shown, onShow }: PictureStripProps) {
  return (
    <section className="viewer-part" aria-label={label}>
      <h2>
        {label} <span className="viewer-count">{files.length}</span>
      </h2>
      <ol className="viewer-strip">
        {files.map((file, place) => (
          <li key={place}>
            <button
              type="button"
              aria-pressed={place === shown}
              aria-label={[
                t(UNITS[unit], { number: place + 1 }),
                ...(file.caption === "" ? [] : [file.caption]),
              ].join(": ")}
              onClick={() => onShow(place)}
            >
              <Thumbnail url={stillOf(file)} place={place} />
            </button>
            {unit === "Step" && file.caption !== "" && <p>{file.caption}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Thumbnail({ url, place }: { url: string | null; place: number }) {
  return url === null ? <span>{place + 1}</span> : <img src={url} alt="" loading="lazy" />;
}
