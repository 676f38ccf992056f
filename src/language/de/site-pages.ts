import type { Texts } from "../catalogue";

/** The texts of src/community/site-pages, in German. */
export const SITE_PAGES = {
  "A person reads each report. They hide the work, delete the comment, suspend the member, or do nothing. A hidden work stays visible to its artist alone, and comes back if it was a mistake. A suspended member can still read, cancel their plan and delete their account, and is told the reason.":
    "Ein Mensch liest jede Meldung. Das Werk wird verborgen, der Kommentar gelöscht, das Mitglied gesperrt, oder es geschieht nichts. Ein verborgenes Werk sieht nur noch, wer es gemacht hat, und es kommt zurück, wenn es ein Irrtum war. Ein gesperrtes Mitglied kann weiter lesen, den Tarif kündigen und das Konto löschen, und erfährt den Grund.",
  "A plan renews at the end of its month or year until you cancel it.":
    "Ein Tarif verlängert sich am Ende seines Monats oder Jahres, bis du ihn kündigst.",
  "A work can have nine more pictures and twenty steps of how it came about. Save it as a draft, and only you see it. After publishing you can change everything, the file too.":
    "Ein Werk kann neun weitere Bilder haben und zwanzig Schritte, die zeigen, wie es entstand. Speicher es als Entwurf, und nur du siehst es. Nach dem Veröffentlichen kannst du alles ändern, auch die Datei.",
  "After you cancel, it works until the end of the period that you paid for.":
    "Nach der Kündigung gilt er bis zum Ende des Zeitraums, den du bezahlt hast.",
  "Be as honest as you like about a picture, and kind to who made it. Harassment, threats and hate end in a suspended account. So do spam and bought likes.":
    "Sei so ehrlich zu einem Bild, wie du willst, und freundlich zu denen, die es gemacht haben. Belästigung, Drohungen und Hass enden mit einem gesperrten Konto. Spam und gekaufte Likes auch.",
  "You can edit or delete anything you’ve published. In {settings} you can download a copy of everything or delete your account. That deletes your name, works, files, comments, likes and follows, and others can take your username after 30 days. If your account was suspended, we keep a fingerprint of its usernames and email address so that it can’t come back. Copies in backups are deleted when the backups are replaced.":
    "Ändere oder lösche alles, was du veröffentlicht hast, an seinem Platz. In den {settings} kannst du eine Kopie von allem mitnehmen und dein Konto löschen: Dein Name, deine Werke, Dateien, Kommentare und Likes verschwinden, und wem du folgst; der Name ist nach 30 Tagen wieder frei. Von einem gesperrten Konto behalten wir einen Fingerabdruck der Namen und der E-Mail-Adresse, damit es nicht wiederkommt. Kopien in Sicherungen verschwinden, wenn diese ersetzt werden.",
  "Choose “by hand”, “AI-assisted” or “AI-generated” truthfully. All three are welcome. A wrong label is a reason to report a work.":
    "Wähl „Von Hand“, „Mit KI-Hilfe“ oder „KI-erzeugt“, wie es ist. Alle drei sind willkommen. Eine falsche Angabe ist ein Grund, ein Werk zu melden.",
  "Drop files on {upload}, give each a title and publish. Pictures can be up to 10 MB, videos up to 15 MB. JPEG, PNG, WebP, AVIF, GIF, APNG, HEIC, MP4, WebM, QuickTime and Matroska are accepted. We keep your original without its metadata, such as where it was taken, and add a preview if browsers can’t show it.":
    "Zieh Dateien auf {upload}, gib jeder einen Titel und veröffentliche sie. Ein Bild darf bis zu 10 MB haben, ein Film bis zu 15 MB. Möglich sind JPEG, PNG, WebP, AVIF, GIF, APNG, HEIC, MP4, WebM, QuickTime und Matroska. Das Original bleibt ohne seine Metadaten, etwa den Ort der Aufnahme; was Browser nicht zeigen können, bekommt daneben eine Vorschau.",
  "Ending it": "Das Ende",
  "Every artist and every tag has a feed: give your feed reader the address of their page.":
    "Alle Künstlerinnen, Künstler und Tags haben einen Feed: Gib deinem Feedreader die Adresse ihrer Seite.",
  "Everyone sees what you publish. Search engines may list it, and each of your works asks AI crawlers to stay away unless you allow them. We sell nothing about you.":
    "Alle sehen, was du veröffentlichst. Suchmaschinen dürfen es aufführen, und jedes deiner Werke bittet KI-Crawler fernzubleiben, wenn du sie nicht erlaubst. Wir verkaufen nichts über dich.",
  "Everyone, with or without an account. Works that you mark as sensitive are blurred until someone chooses to look, and their links show no picture in chats. Whom you block cannot follow you, like or comment on your works.":
    "Alle, mit oder ohne Konto. Werke, die du als sensibel markierst, sind weichgezeichnet, bis jemand sie sehen will, und ihre Links zeigen in Chats kein Bild. Wen du blockierst, kann dir nicht folgen und deine Werke nicht liken oder kommentieren.",
  "Follow without an account": "Folgen ohne Konto",
  "Free has no end date. {pricing} shows what each plan includes. An upgrade starts at once, and you pay the rest of the period. A downgrade starts at its end. You see the exact amount before you pay, and you can cancel at any time in {billing}. Nothing that you published is deleted when a plan ends.":
    "Free endet nie. Unter {pricing} steht, was jeder Tarif enthält. Ein größerer Tarif beginnt sofort, und du zahlst den Rest des Zeitraums. Ein kleinerer beginnt an dessen Ende. Du siehst den genauen Betrag, bevor du zahlst, und kannst jederzeit unter {billing} kündigen. Nichts, was du veröffentlicht hast, wird gelöscht, wenn ein Tarif endet.",
  "How the law comes in is part of the {terms}.": "Was das Gesetz dazu sagt, steht in den {terms}.",
  "If you have an account": "Wenn du ein Konto hast",
  "If you only look": "Wenn du nur schaust",
  "If you pay": "Wenn du zahlst",
  "In the viewer, {previous} and {next} turn pictures and works, {like} likes, {larger}, {smaller} and {fit} zoom, {full} fills the screen, {close} closes. The arrows move a picture that is zoomed. {search} goes to the search field from anywhere.":
    "In der Großansicht blättern {previous} und {next} durch Bilder und Werke, {like} likt, {larger}, {smaller} und {fit} zoomen, {full} füllt den Bildschirm, {close} schließt. Die Pfeile bewegen ein vergrößertes Bild. {search} springt von überall ins Suchfeld.",
  Keys: "Tasten",
  "Mark what not everyone wants to see": "Markiere, was nicht alle sehen wollen",
  "No account is needed. Your browser remembers the theme and the language that you choose; the language is in the only cookie. To slow down guessing and floods, requests are counted by network address; a count is deleted within two days. Only if the people who run this site switch on an analytics service does your browser load one.":
    "Du brauchst kein Konto. Dein Browser merkt sich die Darstellung und die Sprache, die du wählst; die Sprache steht im einzigen Cookie. Gegen Raten und Fluten zählen wir Anfragen je Netzwerkadresse; so eine Zahl wird innerhalb von zwei Tagen gelöscht. Nur wenn, wer diese Seite betreibt, einen Analysedienst einschaltet, lädt dein Browser einen.",
  "Nudity and violence in art are fine when they are marked as sensitive. Sexual depictions of minors are never fine: they are removed, and so is the account.":
    "Nacktheit und Gewalt in der Kunst sind in Ordnung, wenn sie als sensibel markiert sind. Sexuelle Darstellungen von Minderjährigen sind es nie: Sie werden entfernt, und das Konto auch.",
  "One account belongs to one person. Keep your password to yourself. You answer for what happens under your name, and for having the rights in what you publish. The {rules} are part of these terms.":
    "Ein Konto gehört einer Person. Behalte dein Passwort für dich. Du stehst für das ein, was unter deinem Namen geschieht, und dafür, dass du die Rechte an dem hast, was du veröffentlichst. Die {rules} sind Teil dieser Bedingungen.",
  "Paid plans": "Bezahlte Tarife",
  "Plans and payment": "Tarife und Bezahlung",
  "Publish what you made, or helped to make. Studies after someone else name them. A stolen work is hidden, and its file cannot be uploaded again.":
    "Veröffentliche, was du gemacht oder mitgemacht hast. Studien nach anderen nennen diese. Ein gestohlenes Werk wird verborgen, und seine Datei lässt sich nicht noch einmal hochladen.",
  "Report a work, a comment or a member from its own menu. The rules are {here}. You can change your password, which ends your other sessions, and delete your account in {settings}.":
    "Melde ein Werk, einen Kommentar oder ein Mitglied über das eigene Menü. Die Regeln stehen {here}. In den {settings} kannst du dein Passwort ändern, was deine anderen Sitzungen beendet, und dein Konto löschen.",
  "Say how it was made": "Sag, wie es entstanden ist",
  "Share work": "Werke teilen",
  "Share your own work": "Teile deine eigenen Werke",
  "Short answers about sharing work, plans and your account.":
    "Kurze Antworten zu Werken, Tarifen und deinem Konto.",
  "Something is wrong": "Etwas stimmt nicht",
  "Spotlight is for work by people who make it. These few rules keep it so.":
    "Spotlight ist für Werke von denen, die sie machen. Diese wenigen Regeln sorgen dafür, dass es so bleibt.",
  "Talk about the work": "Sprich über das Werk",
  "The browsers in which you are signed in. We keep a hash of a secret in your browser, so that strangers who guess your password do not lock you out.":
    "Die Browser, in denen du angemeldet bist. Wir speichern den Hash eines Geheimnisses in deinem Browser, damit Fremde, die dein Passwort raten, dich nicht aussperren.",
  "Unless you say otherwise, each work asks crawlers not to train AI on it. That is a request that honest crawlers follow; we cannot force the others.":
    "Wenn du nichts anderes sagst, bittet jedes Werk Crawler, keine KI damit zu trainieren. Ehrliche Crawler folgen der Bitte; die anderen können wir nicht zwingen.",
  "We announce it here before it counts. If you do not agree, you can cancel and leave with everything that you paid for until then.":
    "Wir kündigen es hier an, bevor es gilt. Wenn du nicht einverstanden bist, kannst du kündigen und mit allem gehen, was du bis dahin bezahlt hast.",
  "We keep your plan, your invoices, and of a card its brand and last four digits. The whole number stays with the payment service. Invoices are kept for ten years after the year of issue, because the law asks for it, also after you have deleted your account.":
    "Wir speichern deinen Tarif, deine Rechnungen und von einer Karte die Marke und die letzten vier Ziffern. Die ganze Nummer bleibt beim Zahlungsdienst. Rechnungen bleiben bis zehn Jahre nach dem Jahr, aus dem sie sind, weil das Gesetz es verlangt, auch wenn du dein Konto gelöscht hast.",
  "We take care of the site and of your files, and keep copies of your own originals yourself all the same. The site may be away for a while. Nothing here takes away rights that the law gives you as a consumer.":
    "Wir achten auf die Seite und auf deine Dateien; behalte trotzdem selbst Kopien deiner Originale. Die Seite kann eine Weile nicht erreichbar sein. Nichts hier nimmt dir Rechte, die dir das Gesetz als Verbraucherin oder Verbraucher gibt.",
  "What happens after a report": "Was nach einer Meldung geschieht",
  "What this site stores about you, for how long, and who else sees it.":
    "Was diese Seite über dich speichert, wie lange, und wer es sonst sieht.",
  "What we do not promise": "Was wir nicht versprechen",
  "What you and the people who run this site can expect from each other.":
    "Was du und wer diese Seite betreibt voneinander erwarten können.",
  "What you can do": "Was du tun kannst",
  "What you publish: profile, works, comments, collections. A position that a camera wrote into a picture is left out, unless you choose to share it.":
    "Was du veröffentlichst: Profil, Werke, Kommentare, Sammlungen. Ein Ort, den eine Kamera ins Bild geschrieben hat, wird weggelassen, wenn du ihn nicht teilen willst.",
  "When a payment fails we try again for some days and tell you. Then the plan ends, and your account goes on as a free one.":
    "Wenn eine Zahlung fehlschlägt, versuchen wir es einige Tage lang wieder und sagen es dir. Dann endet der Tarif, und dein Konto läuft als kostenloses weiter.",
  "When these terms change": "Wenn sich diese Bedingungen ändern",
  "Which works you looked at, to count each view once a day: deleted after two days. Artists see numbers, never names.":
    "Welche Werke du angesehen hast, um jeden Aufruf einmal am Tag zu zählen: gelöscht nach zwei Tagen. Künstlerinnen und Künstler sehen Zahlen, nie Namen.",
  "Who else sees it": "Wer es sonst sieht",
  "Who sees my work": "Wer meine Werke sieht",
  "Whom you follow, block and mute, and what you like. Blocks and mutes are private.":
    "Wem du folgst, wen du blockierst oder stummschaltest, und was du likst. Blockierte und Stummgeschaltete siehst nur du.",
  "With a smaller plan your works stay published. What is over its limits can be seen and deleted, not added to.":
    "Mit einem kleineren Tarif bleiben deine Werke veröffentlicht. Was über seine Grenzen geht, lässt sich ansehen und löschen, aber nicht ergänzen.",
  "You can delete your account at any time in {settings}. It is gone from every page at once. We may suspend an account that breaks the rules, and say why.":
    "Du kannst dein Konto jederzeit in den {settings} löschen. Es ist sofort von jeder Seite weg. Wir dürfen ein Konto sperren, das die Regeln bricht, und sagen, warum.",
  "You keep every right in what you upload. You allow us to store it, to make previews of it and to show it here, in shared links and in feeds, for as long as it is published. When you delete it, that ends. What others may do with it is the licence that you choose for each work; without a choice, all rights are reserved.":
    "Du behältst alle Rechte an dem, was du hochlädst. Du erlaubst uns, es zu speichern, Vorschauen davon zu machen und es hier, in geteilten Links und in Feeds zu zeigen, solange es veröffentlicht ist. Wenn du es löschst, endet das. Was andere damit tun dürfen, sagt die Lizenz, die du für jedes Werk wählst; ohne eine Wahl sind alle Rechte vorbehalten.",
  "You see the full amount of today, and what follows, before you confirm.":
    "Du siehst den ganzen Betrag von heute und was folgt, bevor du bestätigst.",
  "Your account": "Dein Konto",
  "Your searches are not stored.": "Deine Suchen werden nicht gespeichert.",
  "Your username, and your password as a hash that nobody can read back. An e-mail address if you give one, which only you see, and the language of your mails. Your last five usernames lead to your page.":
    "Deinen Benutzernamen, und dein Passwort als Hash, aus dem es niemand zurücklesen kann. Eine E-Mail-Adresse, wenn du eine angibst, die nur du siehst, und die Sprache deiner Mails. Deine letzten fünf Benutzernamen führen zu deiner Seite.",
  "Your work stays yours": "Deine Werke bleiben deine",
  here: "hier",
  rules: "Regeln",
  terms: "Bedingungen",
} as const satisfies Texts;
