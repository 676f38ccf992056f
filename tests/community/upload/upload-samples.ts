import type { ReadMedia, UploadItem, UploadStep } from "../../../src/community/upload/upload-item";
import { NEW_METADATA } from "../../../src/community/work-form/work-metadata";

/** A common PNG without a location. */
export const PNG: ReadMedia = {
  ...{ type: "image/png", width: 3, height: 2, thumbnailUrl: "blob:png", thumbhash: null },
  ...{ dynamicRange: "standard", preview: null, poster: null, hasPlace: false },
};

/** A file in some state. */
export function itemAt(step: UploadStep, changes: Partial<UploadItem> = {}): UploadItem {
  return {
    ...{ id: "a", name: "a.png", bytes: 1000, title: "Swell", alt: "", focus: null },
    ...{
      metadata: NEW_METADATA,
      keepsPlace: false,
      media: PNG,
      sent: {},
      publishesAs: "published",
      attempts: 0,
      step,
    },
    ...{ pageOf: null, isRequested: false, collectionId: null },
    ...changes,
  };
}
