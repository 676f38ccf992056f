import type { Texts } from "../catalogue";

/** The texts of src/community/notifications, in German. */
export const NOTIFICATIONS = {
  Follows: "Follower",
  Kind: "Art",
  "Mark all as read": "Alle gelesen",
  "Mark as read: {what}": "Als gelesen markieren: {what}",
  Mentions: "Erwähnungen",
  "No comments yet.": "Noch keine Kommentare.",
  "No follows yet.": "Noch keine Follower.",
  "No likes yet.": "Noch keine Likes.",
  "No mentions yet.": "Noch keine Erwähnungen.",
  "No notifications yet": "Noch keine Mitteilungen",
  "No replies yet.": "Noch keine Antworten.",
  "Only you see who follows you, likes your work or talks to you.":
    "Nur du siehst, wer dir folgt, deine Werke likt oder mit dir spricht.",
  "Show older ones": "Ältere zeigen",
  "Sign in to see your notifications": "Melde dich an, um deine Mitteilungen zu sehen",
  "Unread:": "Ungelesen:",
  "When someone follows you, likes your work or talks to you, you see it here.":
    "Wenn dir jemand folgt, ein Werk von dir likt oder mit dir spricht, siehst du es hier.",
  "Your notifications did not load": "Deine Mitteilungen wurden nicht geladen",
  "{actors} commented on {about}": "Kommentar von {actors} zu {about}",
  "{actors} follow you now{about}": "{actors} folgen dir jetzt{about}",
  "{actors} follows you now{about}": "{actors} folgt dir jetzt{about}",
  "{actors} invites you to join {about}": "{actors} lädt dich ein zu {about}",
  "{actors} liked {about}": "{actors} gefällt {about}",
  "{actors} mentioned you on {about}": "Du wurdest von {actors} erwähnt bei {about}",
  "{actors} offers you the studio {about}": "{actors} bietet dir das Studio {about} an",
  "{actors} replied to you on {about}": "Antwort von {actors} zu {about}",
  "{first} and {count} others": "{first} und {count} weitere",
  "{first} and {second}": "{first} und {second}",
} as const satisfies Texts;
