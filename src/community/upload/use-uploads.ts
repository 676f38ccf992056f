import { useConvex } from "convex/react";
import type { ConvexReactClient } from "convex/react";
import { useEffect, useSyncExternalStore } from "react";
import { api } from "../../../convex/_generated/api";
import type { Medium } from "../../../convex/contract/medium";
import { useIdentity } from "../../identity/index";
import { readFile } from "./read-file";
import { sendFile } from "./send-file";
import { isBusy } from "./upload-queue";
import type { UploadQueue } from "./upload-queue";
import { UploadRunner } from "./upload-runner";

/** What the form cannot ask for yet. */
const MEDIUM: Medium = "other";

/** One queue per page, not per screen: walking through the site or signing in again loses no file. */
const runners = new WeakMap<ConvexReactClient, UploadRunner>();

/** The queue of who is signed in, and what may be done with it. */
export function useUploads(): { queue: UploadQueue; runner: UploadRunner } {
  const runner = runnerOf(useConvex());
  const queue = useSyncExternalStore(runner.subscribe, runner.read);
  const identity = useIdentity();
  const subject = identity.status === "signedIn" ? identity.subject : null;

  useEffect(() => {
    if (subject === null) return;
    runner.belongTo(subject);
    runner.dispatch({ type: "signedIn" });
  }, [runner, subject]);

  return { queue, runner };
}

function runnerOf(convex: ConvexReactClient): UploadRunner {
  const known = runners.get(convex);
  if (known) return known;
  const { uploads } = api.community;
  const runner = new UploadRunner({
    newId: () => crypto.randomUUID(),
    read: readFile,
    send: sendFile,
    begin: (media, bytes) => convex.mutation(uploads.begin, { mediaType: media.type, bytes }),
    publish: ({ id, title, alt }, { width, height }, storageId) =>
      convex.action(uploads.publish, {
        ...{ clientUploadId: id, storageId, title: title.trim(), alt: alt.trim() },
        ...{ medium: MEDIUM, width, height },
      }),
  });
  followPage(runner);
  runners.set(convex, runner);
  return runner;
}

/** The network's state, and the question before a page is closed over files on their way. */
function followPage(runner: UploadRunner) {
  const tell = () => {
    const connection = navigator.onLine ? "online" : "offline";
    runner.dispatch({ type: "connection", connection });
  };
  window.addEventListener("online", tell);
  window.addEventListener("offline", tell);
  window.addEventListener("beforeunload", (event) => {
    if (isBusy(runner.read())) event.preventDefault();
  });
  tell();
}
