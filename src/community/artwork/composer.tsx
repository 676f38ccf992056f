import { Avatar } from "../../shared/avatar";
import { reserveFoot } from "../../shared/reserve-foot";
import { useOwnProfile } from "../../shared/use-own-profile";
import { CommentForm } from "./comment-form";
import "./composer.css";

/** The field for a new comment, fixed at the bottom of the caption while the comments scroll. */
export function Composer({ artworkId }: { artworkId: string }) {
  const own = useOwnProfile();
  return (
    <div className="composer" ref={reserveFoot}>
      {own && <Avatar name={own.name} imageUrl={own.imageUrl} />}
      <CommentForm artworkId={artworkId} />
    </div>
  );
}
