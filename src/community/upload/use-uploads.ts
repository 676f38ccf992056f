import { useConvex } from "convex/react";
import type { ConvexReactClient } from "convex/react";
import { useEffect, useSyncExternalStore } from "react";
import { api } from "../../../convex/_generated/api";
import { useConfirmedSubject } from "../../identity/index";
import { tagsIn } from "../work-form/work-metadata";
import type { WorkMetadata } from "../work-form/work-metadata";
import { readFile, readWithoutPlace } from "./read-file";
import { sendFile } from "./send-file";
import type { UploadItem } from "./upload-item";
import { fileArgs } from "./upload-parts";
import { needsUpload } from "./composed-work";
import { isUnfinished } from "./upload-queue";
import type { UploadQueue } from "./upload-queue";
import { UploadRunner } from "./upload-runner";
import type { UploadPorts } from "./upload-runner";
import { totalBytesOf } from "./upload-copy";

/**
 * One queue for the page, not for the screen, so that navigation and a new sign-in lose no file.
 */
const runners = new WeakMap<ConvexReactClient, UploadRunner>();

/** The queue of the signed-in user, and its actions. */
export function useUploads(): { queue: UploadQueue; runner: UploadRunner } {
  const runner = runnerOf(useConvex());
  const queue = useSyncExternalStore(runner.subscribe, runner.read);
  const subject = useConfirmedSubject();

  useEffect(() => {
    if (subject === undefined) return;
    runner.belongTo(subject);
    if (subject !== null) runner.dispatch({ type: "signedIn" });
  }, [runner, subject]);

  return { queue, runner };
}

function runnerOf(convex: ConvexReactClient): UploadRunner {
  const known = runners.get(convex);
  if (known) return known;
  const runner = new UploadRunner(portsOf(convex));
  watchPage(runner);
  runners.set(convex, runner);
  return runner;
}

function portsOf(convex: ConvexReactClient): UploadPorts {
  const { functions: uploads, reservations } = api.community.uploads;
  const pageId = crypto.randomUUID();
  return {
    newId: () => crypto.randomUUID(),
    read: readFile,
    sendsAhead: () => !savesData(),
    strip: (file, { type }) => readWithoutPlace(file, type),
    reserve: ({ id, ...item }, { width, height, dynamicRange }, studio) => {
      // Drafts and further pictures of a work use no unit of `uploads`.
      const draft = (!needsUpload(item) || item.pageOf !== null) && { draft: true };
      const needs = { bytes: totalBytesOf(item), width, height, dynamicRange, ...draft };
      const payer = studio !== null && { studio };
      const from = { clientUploadId: id, pageId, publishing: item.isRequested };
      return convex.mutation(reservations.reserve, { ...from, ...needs, ...payer });
    },
    release: (ids) => convex.mutation(reservations.release, { clientUploadIds: [...ids] }),
    begin: ({ id, type, bytes, keepsPlace }, studio) => {
      const payer = studio !== null && { studio };
      const file = {
        mediaType: type,
        bytes,
        clientUploadId: id,
        ...(keepsPlace && { keepsPlace }),
      };
      return convex.mutation(uploads.begin, { ...file, ...payer });
    },
    send: sendFile,
    publish: (first, pages, studio) =>
      convex.mutation(uploads.publish, {
        clientUploadId: first.id,
        title: first.title.trim(),
        alt: first.alt.trim(),
        ...publishedMetadata(first.metadata),
        ...(first.focus !== null && { focus: first.focus }),
        state: first.publishesAs,
        ...sentFile(first),
        ...(pages.length > 0 && {
          pages: pages.map((page) => ({ ...sentFile(page), caption: page.alt.trim() })),
        }),
        ...(first.collectionId !== null && { collectionId: first.collectionId }),
        ...(studio !== null && { studio }),
      }),
    forget: ({ thumbnailUrl }) => {
      if (thumbnailUrl !== null) URL.revokeObjectURL(thumbnailUrl);
    },
  };
}

/** Whether the user has asked sites to save data, if the browser reports it. */
function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

function sentFile({ name, sent, media }: UploadItem) {
  if (!media) throw new Error(`${name} is published before it was read`);
  return fileArgs(sent, media);
}

/** Empty fields are not sent. */
function publishedMetadata({ madeHow, tags, ...metadata }: WorkMetadata) {
  return { ...metadata, tags: tagsIn(tags), ...(madeHow !== null && { madeHow }) };
}

/**
 * Follows the network's state, asks before the page closes with unpublished files, and
 * releases their reservations when it does.
 */
function watchPage(runner: UploadRunner) {
  const update = () => {
    const connection = navigator.onLine ? "online" : "offline";
    runner.dispatch({ type: "connection", connection });
  };
  window.addEventListener("online", update);
  window.addEventListener("offline", update);
  window.addEventListener("beforeunload", (event) => {
    if (isUnfinished(runner.read())) event.preventDefault();
  });
  window.addEventListener("pagehide", ({ persisted }) => {
    // A page in the back/forward cache keeps its files.
    if (!persisted) runner.close();
  });
  update();
}
