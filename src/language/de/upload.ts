import type { Texts } from "../catalogue";

/** The texts of src/community/upload, in German. */
export const UPLOAD = {
  "About {count} seconds left": {
    one: "Noch etwa {count} Sekunde",
    other: "Noch etwa {count} Sekunden",
  },
  "Cancel {name}": "{name} abbrechen",
  "Choose files": "Dateien wählen",
  "Choose files first.": "Wähl zuerst Dateien.",
  "Converting the preview": "Die Vorschau wird umgewandelt",
  "Drop them anywhere": "Lass sie irgendwo los",
  "Drop, paste or choose files": "Dateien ablegen, einfügen oder wählen",
  Files: "Dateien",
  "Give it a title to publish it.": "Gib einen Titel ein, um es zu veröffentlichen.",
  "Give yourself a seat in your studio, then publish with it.":
    "Gib dir in deinem Studio einen Platz und veröffentliche mit ihm.",
  "HDR, which your plan does not include. Without HDR it would fit.":
    "HDR: In deinem Tarif ist das nicht dabei. Ohne HDR würde es passen.",
  "Images up to 10 MB, video up to 15 MB. JPEG, PNG, WebP, GIF, AVIF, APNG, HEIC, HEIF, MP4, WebM, MOV, MKV. More than 4096 pixels, or HDR, needs a plan with 4K and HDR.":
    "Bilder bis 10 MB, Videos bis 15 MB. JPEG, PNG, WebP, GIF, AVIF, APNG, HEIC, HEIF, MP4, WebM, MOV, MKV. Mehr als 4096 Pixel oder HDR braucht einen Tarif mit 4K und HDR.",
  "Its GPS position is left out.": "Die GPS-Position wird weggelassen.",
  "Keep its GPS position, if it has one": "GPS-Position behalten, falls vorhanden",
  "Larger than 4K, which your plan does not include.":
    "Größer als 4K: In deinem Tarif ist das nicht dabei.",
  "More about it": "Mehr dazu",
  "No storage left on your plan.": "In deinem Tarif ist kein Speicher übrig.",
  "No uploads left on your plan.": "In deinem Tarif sind keine Uploads übrig.",
  "Not there after two minutes, the limit for one file. Try again on a faster connection.":
    "Nach zwei Minuten nicht da, der Grenze für eine Datei. Versuch es mit einer schnelleren Verbindung.",
  "Publish for": "Veröffentlichen für",
  "Publish {count} works": {
    one: "1 Werk veröffentlichen",
    other: "{count} Werke veröffentlichen",
  },
  Queued: "In der Warteschlange",
  Reading: "Wird gelesen",
  "Ready to publish": "Bereit zum Veröffentlichen",
  "Ready to publish.": "Bereit zum Veröffentlichen.",
  "Ready to publish. This browser cannot show {format}. The original is safe.":
    "Bereit zum Veröffentlichen. Dieser Browser kann {format} nicht zeigen. Das Original ist sicher.",
  "Remove {name}": "{name} entfernen",
  Retry: "Noch einmal",
  "Retry {name}": "{name} noch einmal",
  "Saved as a draft.": "Als Entwurf gespeichert.",
  "See it and share its link": "Ansehen und den Link teilen",
  "See it live": "Ansehen",
  "See the draft": "Entwurf ansehen",
  "See your page": "Zu deiner Seite",
  "Sign in, and this continues.": "Melde dich an, dann geht es weiter.",
  "The connection broke. Everything is as it was. Try again.":
    "Die Verbindung brach ab. Alles ist, wie es war. Versuch es noch einmal.",
  "The connection broke. Your file is safe here. Try again.":
    "Die Verbindung brach ab. Deine Datei ist hier sicher. Versuch es noch einmal.",
  "The file stays here.": "Die Datei bleibt hier.",
  "The preview was converted from {from}. Your original is kept.":
    "Die Vorschau wurde aus {from} umgewandelt. Dein Original bleibt.",
  "The studio has no plan that pays for uploads.":
    "Das Studio hat keinen Tarif, der Uploads bezahlt.",
  "This file can't be read. Is it still where it was?":
    "Diese Datei ist nicht lesbar. Ist sie noch da, wo sie war?",
  "Upload of all files": "Upload aller Dateien",
  "Upload of {name}": "Upload von {name}",
  "Uploaded.": "Hochgeladen.",
  "Uploaded. Only people with its link see it.": "Hochgeladen. Nur wer den Link hat, sieht es.",
  "Uploaded. Publishing it.": "Hochgeladen. Wird veröffentlicht.",
  "Uploaded. Saving the draft.": "Hochgeladen. Der Entwurf wird gespeichert.",
  "Uploading, {percent}%.": "Wird hochgeladen, {percent} %.",
  "Uploads this month": "Uploads diesen Monat",
  "Waiting for the network. It continues by itself.":
    "Wartet auf das Netz. Es geht von selbst weiter.",
  "Works without a title stay here.": "Werke ohne Titel bleiben hier.",
  "Your files stay here and continue afterwards.":
    "Deine Dateien bleiben hier und gehen danach weiter.",
  "Your files stay here and continue once you sign in.":
    "Deine Dateien bleiben hier und gehen weiter, sobald du dich anmeldest.",
  "We keep your original and its GPS location, and remove other metadata.":
    "Dein Original bleibt mit seiner GPS-Position, ohne andere Metadaten.",
  "We keep your original and remove its metadata.": "Dein Original bleibt, ohne seine Metadaten.",
  "Your plan’s uploads come with its seats.":
    "Die Uploads deines Tarifs gehören zu seinen Plätzen.",
  "Your seat in the studio pays.": "Dein Platz im Studio bezahlt.",
  "Your seat in the studio pays: {balance} uploads left.":
    "Dein Platz im Studio bezahlt: noch {balance} Uploads.",
  "Your seat in this studio has not enough left. Publish it for yourself, or ask the studio's owner.":
    "Dein Platz in diesem Studio reicht dafür nicht. Veröffentliche es für dich selbst, oder frag, wem das Studio gehört.",
  "Your uploads continue": "Deine Uploads gehen weiter",
  Yourself: "Dich selbst",
  "at this speed it may not arrive within the limit of two minutes.":
    "So langsam kommt es vielleicht nicht in der Grenze von zwei Minuten an.",
  "{done} of {all} done.": "{done} von {all} fertig.",
  "A work has at most {count} pictures.": "Ein Werk hat höchstens {count} Bilder.",
  "Alt text of {name}": "Alternativtext von {name}",
  "Do some belong together? Select them, and they become one work.":
    "Gehören welche zusammen? Wähl sie aus, dann werden sie ein Werk.",
  "Make one work": "Zu einem Werk machen",
  "Pictures of this work": "Bilder dieses Werks",
  "Select {name}": "{name} auswählen",
  "Split into {count} works": { one: "In 1 Werk teilen", other: "In {count} Werke teilen" },
  "Uploaded. It waits for the rest of its work.":
    "Hochgeladen. Es wartet auf den Rest seines Werks.",
  "{count} pictures": { one: "1 Bild", other: "{count} Bilder" },
  "{count} pictures are one work now": {
    one: "1 Bild ist jetzt ein Werk",
    other: "{count} Bilder sind jetzt ein Werk",
  },
  "{count} selected": { one: "1 ausgewählt", other: "{count} ausgewählt" },
  "{count} works now": { one: "Jetzt 1 Werk", other: "Jetzt {count} Werke" },
  "One upload more than your plan has left. As a draft it needs none.":
    "Ein Upload mehr, als dein Tarif noch hat. Als Entwurf braucht es keinen.",
  "More storage than your plan has left.": "Mehr Speicher, als dein Tarif noch hat.",
  "When you publish, you can choose a plan that has it.":
    "Beim Veröffentlichen kannst du einen Tarif wählen, der das hat.",
  "{count} uploads left on your plan.": {
    one: "Noch 1 Upload in deinem Tarif.",
    other: "Noch {count} Uploads in deinem Tarif.",
  },
  "Apply all but the title to every file": "Alles außer dem Titel für alle Dateien übernehmen",
  "Only people with its link": "Nur wer den Link hat",
  "Only you, as a draft": "Nur du, als Entwurf",
  "Save {count} drafts": { one: "1 Entwurf speichern", other: "{count} Entwürfe speichern" },
  "Send {count} works as chosen": {
    one: "1 Werk senden",
    other: "{count} Werke wie gewählt senden",
  },
  "Share {count} works by link": {
    one: "1 Werk per Link teilen",
    other: "{count} Werke per Link teilen",
  },
  "Who sees it": "Wer es sieht",
  Collection: "Sammlung",
  None: "Keine",
  "Nothing to publish yet": "Noch nichts zu veröffentlichen",
  "{count} for everyone": "{count} für alle",
  "{count} by link": "{count} per Link",
  "{count} as a draft": "{count} als Entwurf",
  "{percent}% overall.": "Insgesamt {percent} %.",
} as const satisfies Texts;
