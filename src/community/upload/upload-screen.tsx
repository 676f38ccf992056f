import { t } from "../../language/text";
import { Link } from "wouter";
import { UsageMeter } from "../../../packages/billing/src/react/index";
import { useIdentity } from "../../identity/index";
import { withNextPath } from "../../shared/next-path";
import { useOwnProfile } from "../../shared/use-own-profile";
import { Notice } from "../../../packages/ui/src/notice";
import { OwnStudio } from "../studio/own-studio";
import { DropZone } from "./drop-zone";
import { PublishPanel } from "./publish-panel";
import { UploadList } from "./upload-list";
import { useOwnCollections } from "./use-own-collections";
import { useUploadGate } from "./use-upload-gate";
import { useUploads } from "./use-uploads";
import "./upload-screen.css";

/** The upload page. */
export function UploadScreen() {
  const { queue, runner } = useUploads();
  const { publish, uploads, lacksSeat, has } = useUploadGate(queue, runner);
  const collections = useOwnCollections();
  const { status } = useIdentity();
  const ownPage = useOwnProfile()?.page ?? null;

  return (
    <div className="upload">
      <header className="upload-top">
        <h1>{t("Share new work")}</h1>
        {uploads && (
          <div className="upload-meter">
            <UsageMeter
              featureId="uploads"
              balance={{ ...uploads, name: t("Uploads this month") }}
            />
          </div>
        )}
      </header>
      <div className="upload-main">
        {status === "signedOut" && <SignInNotice />}
        {lacksSeat && <SeatNotice />}
        <DropZone onFiles={runner.add} />
        <UploadList queue={queue} runner={runner} has={has} collections={collections} />
      </div>
      <PublishPanel
        queue={queue}
        ownPage={ownPage}
        uploads={uploads}
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
      title={t("You are signed out.")}
      action={
        <Link
          className="billing-button"
          data-look="outline"
          href={withNextPath("/sign-in", "/upload")}
        >
          {t("Sign in")}
        </Link>
      }
    >
      {t("Your files stay here and continue once you sign in.")}
    </Notice>
  );
}

function SeatNotice() {
  return (
    <Notice
      tone="info"
      title={t("Your plan’s uploads come with its seats.")}
      action={<OwnStudio />}
    >
      {t("Give yourself a seat in your studio, then publish with it.")}
    </Notice>
  );
}
