import { Link } from "wouter";
import { UsageMeter } from "../../billing/index";
import { useIdentity } from "../../identity/index";
import { withNextPath } from "../../shell/next-path";
import { Button } from "../../ui/button";
import { Notice } from "../../ui/notice";
import { DropZone } from "./drop-zone";
import { UploadCard } from "./upload-card";
import type { UploadItem } from "./upload-queue";
import { useUploadGate } from "./use-upload-gate";
import { useUploads } from "./use-uploads";
import "./upload-screen.css";

/** Files on their way to the wall. */
export function UploadScreen() {
  const { queue, runner } = useUploads();
  const { publish, uploads } = useUploadGate(queue, runner);
  const { status } = useIdentity();
  const { items, connection } = queue;

  return (
    <div className="upload">
      <header className="upload-top">
        <h1>Share new work</h1>
        {uploads && (
          <div className="upload-meter">
            <UsageMeter feature={{ ...uploads, name: "Uploads this month" }} />
          </div>
        )}
      </header>
      <div className="upload-main">
        {status === "signedOut" && <SignInNotice />}
        <DropZone onFiles={runner.add} />
        {items.length > 0 && (
          <ul className="upload-list">
            {items.map((item) => (
              <UploadCard key={item.id} item={item} connection={connection} runner={runner} />
            ))}
          </ul>
        )}
      </div>
      <PublishPanel items={items} onPublish={publish} />
    </div>
  );
}

function PublishPanel({
  items,
  onPublish,
}: {
  items: readonly UploadItem[];
  onPublish: () => void;
}) {
  const waiting = items.filter(({ step }) => step.status === "ready" || step.status === "denied");
  const done = items.filter(({ step }) => step.status === "hung").length;
  const isUntitled = waiting.some(({ title }) => title.trim() === "");
  return (
    <aside className="upload-panel" aria-label="Publish">
      <p>Posting is free. Plans pay for space, never for being seen.</p>
      <Button
        look="primary"
        size="large"
        disabled={waiting.length === 0}
        aria-describedby="upload-progress"
        onClick={onPublish}
      >
        {publishText(waiting.length)}
      </Button>
      <p id="upload-progress" role="status" className="upload-hint">
        {items.length === 0 && "Choose files first."}
        {isUntitled && "Works without a title stay here. "}
        {done > 0 && `${done} of ${items.length} done.`}
      </p>
    </aside>
  );
}

function publishText(count: number): string {
  if (count === 0) return "Publish";
  return count === 1 ? "Publish 1 work" : `Publish ${count} works`;
}

function SignInNotice() {
  return (
    <Notice
      tone="info"
      title="Your sign-in ended."
      action={
        <Link className="ui-button" data-look="outline" href={withNextPath("/sign-in", "/upload")}>
          Sign in
        </Link>
      }
    >
      Your files stay here and go on once you are back.
    </Notice>
  );
}
