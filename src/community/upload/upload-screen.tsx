import { Link } from "wouter";
import { UsageMeter } from "../../billing/index";
import { useIdentity } from "../../identity/index";
import { withNextPath } from "../../shell/next-path";
import { Notice } from "../../ui/notice";
import { DropZone } from "./drop-zone";
import { PublishPanel } from "./publish-panel";
import { UploadCard } from "./upload-card";
import { useUploadGate } from "./use-upload-gate";
import { useUploads } from "./use-uploads";
import "./upload-screen.css";

/** Files on their way to the wall. */
export function UploadScreen() {
  const { queue, runner } = useUploads();
  const { publish, uploads } = useUploadGate(queue, runner);
  const { status } = useIdentity();
  const { items } = queue;

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
              <UploadCard key={item.id} item={item} queue={queue} runner={runner} />
            ))}
          </ul>
        )}
      </div>
      <PublishPanel
        queue={queue}
        onPublish={publish}
        onStudio={(studio) => runner.dispatch({ type: "paidBy", studio })}
      />
    </div>
  );
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
