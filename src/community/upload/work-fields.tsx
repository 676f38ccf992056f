import { t } from "../../language/text";
import { Button } from "../../../packages/ui/src/button";
import { Disclosure } from "../../../packages/ui/src/disclosure";
import { FocusField } from "../crop/focus-field";
import { Choice, Tick } from "../work-form/fields";
import { MadeHowField, MetadataFields } from "../work-form/metadata-fields";
import { TitleField, TitleFields } from "../work-form/title-fields";
import { VISIBILITIES, translatedLabels } from "../work-copy";
import type { FileMetadata, UploadItem } from "./upload-item";
import type { UploadRunner } from "./upload-runner";
import type { OwnCollection } from "./use-own-collections";

interface WorkFieldsProps {
  /** The first file of the work. */
  item: UploadItem;
  runner: UploadRunner;
  collections: readonly OwnCollection[];
  /** Whether it has several pictures, each with its own alternative text. */
  isWork: boolean;
  /** Whether there is no other file to copy the metadata to. */
  isAlone: boolean;
}

/** The fields that every artist fills in; the others are collapsed. */
export function WorkFields({ item, runner, collections, isWork, isAlone }: WorkFieldsProps) {
  const { id, title, alt, metadata, publishesAs } = item;
  const write = (metadata: Partial<FileMetadata>) =>
    runner.dispatch({ type: "described", id, metadata });
  return (
    <>
      <div className="upload-fields">
        {isWork ? (
          <TitleField title={title} onChange={(changed) => write({ title: changed })} />
        ) : (
          <TitleFields title={title} alt={alt} onChange={write} />
        )}
      </div>
      <div className="upload-fields">
        <MadeHowField
          madeHow={metadata.madeHow}
          onChange={(madeHow) => write({ metadata: { ...metadata, madeHow } })}
        />
        {collections.length > 0 && (
          <CollectionField item={item} collections={collections} write={write} />
        )}
        <Choice
          label={t("Who sees it")}
          options={translatedLabels(VISIBILITIES)}
          value={publishesAs}
          onChange={(visibility) => write({ publishesAs: visibility })}
        />
      </div>
      <Disclosure label={t("More about it")}>
        <div className="work-form">
          <More item={item} write={write} />
        </div>
      </Disclosure>
      {!isAlone && (
        <Button size="small" look="text" onClick={() => runner.dispatch({ type: "copyToAll", id })}>
          {t("Apply all but the title to every file")}
        </Button>
      )}
    </>
  );
}

interface FieldsProps {
  item: UploadItem;
  write: (metadata: Partial<FileMetadata>) => void;
}

function CollectionField({
  item: { collectionId },
  collections,
  write,
}: FieldsProps & Pick<WorkFieldsProps, "collections">) {
  return (
    <Choice
      label={t("Collection")}
      options={Object.fromEntries(collections.map(({ id, title }) => [id, title]))}
      value={collectionId}
      none={t("None")}
      onChange={(chosen) =>
        write({ collectionId: collections.find(({ id }) => id === chosen)?.id ?? null })
      }
      onNone={() => write({ collectionId: null })}
    />
  );
}

function More({ item, write }: FieldsProps) {
  const { title, alt, focus, media, metadata, keepsPlace, step } = item;
  return (
    <>
      {media && (
        <FocusField
          url={media.thumbnailUrl}
          mediaType={media.type}
          width={media.width}
          height={media.height}
          focus={focus}
          onChange={(part) => write({ focus: part })}
        />
      )}
      <MetadataFields
        words={`${title} ${alt}`}
        metadata={metadata}
        onChange={(change) => write({ metadata: { ...metadata, ...change } })}
      />
      <Tick
        label={t("Keep its GPS position, if it has one")}
        checked={keepsPlace}
        disabled={step.status === "sending"}
        onChange={(keeps) => write({ keepsPlace: keeps })}
      />
    </>
  );
}
