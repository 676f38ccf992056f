/**
 * The server's sentences in German, by their English text. A test compares them with the server's
 * source.
 */
export const SENTENCES: Readonly<Record<string, string>> = {
  // convex/accounts
  "That username and password do not match": "Benutzername und Passwort passen nicht zusammen",
  "That is not your current password": "Das ist nicht dein jetziges Passwort",
  "That username is taken": "Dieser Benutzername ist vergeben",
  "Too many attempts. {wait}": "Zu viele Versuche. {wait}",
  "Too many attempts": "Zu viele Versuche",
  "Sign in again": "Melde dich noch einmal an",
  "This account was deleted": "Dieses Konto wurde gelöscht",
  "Your account is suspended: {reason}": "Dein Konto ist gesperrt: {reason}",
  "Accounts of this site are switched off": "Die Konten dieser Seite sind abgeschaltet",
  "Password must be at least 8 characters": "Das Passwort braucht mindestens 8 Zeichen",
  "Use a number": "Nimm eine Zahl",
  "Use a special character (symbol)": "Nimm ein Sonderzeichen (Symbol)",
  "Use an uppercase letter": "Nimm einen Großbuchstaben",
  "Use a lowercase letter": "Nimm einen Kleinbuchstaben",
  "Username must be between 3 and 20 characters":
    "Der Benutzername braucht zwischen 3 und 20 Zeichen",
  "Username can only contain letters, numbers, dots, underscores, and hyphens. No spaces or special symbols are allowed.":
    "Der Benutzername kann nur Buchstaben, Zahlen, Punkte, Unterstriche und Bindestriche enthalten. Leerzeichen und Sonderzeichen sind nicht erlaubt.",

  "Another account has this address": "Ein anderes Konto hat diese Adresse",
  "This link was used, or has expired": "Dieser Link wurde benutzt oder ist abgelaufen",
  "This site sends no mail": "Diese Seite verschickt keine Mails",
  "This address can't be used here": "Diese Adresse kann hier nicht verwendet werden",
  "This text contains invisible control characters. Type it instead of pasting it":
    "Dieser Text enthält unsichtbare Steuerzeichen. Tippe ihn, statt ihn einzufügen",
  "Also enter a code from your authenticator app":
    "Gib auch einen Code deiner Authenticator-App ein",
  "That code is not right, or was used already":
    "Dieser Code stimmt nicht oder wurde schon benutzt",
  "That took too long. Sign in again": "Das hat zu lange gedauert. Melde dich noch einmal an",
  "Two-step sign-in is on already": "Die Anmeldung in zwei Schritten ist schon an",
  "Two-step sign-in is off": "Die Anmeldung in zwei Schritten ist aus",
  "Enter an e-mail address such as ines@art.example":
    "Gib eine E-Mail-Adresse ein, zum Beispiel ines@art.example",

  // convex/community
  "Sign in first": "Melde dich zuerst an",
  "Only an operator can do this": "Das kann nur der Betrieb der Website",
  "Only the artist can do this": "Das kann nur die Künstlerin oder der Künstler",
  "An operator hid this work": "Die Betreiber haben dieses Werk verborgen",
  "Only the studio's owner or a manager can do this":
    "Das können nur Inhaber und Manager des Studios",
  "You can't reach this artist": "Diese Person ist für dich nicht erreichbar",
  "You can't do this to yourself": "Das geht nicht mit dir selbst",
  "This work isn't published here": "Dieses Werk ist hier nicht veröffentlicht",
  "There is no artist with this name": "Niemand hier hat diesen Namen",
  "This comment was deleted": "Dieser Kommentar wurde gelöscht",
  "This collection doesn't exist": "Diese Sammlung gibt es nicht",
  "This work has no such picture": "Dieses Werk hat kein solches Bild",
  "This studio doesn't exist": "Dieses Studio gibt es nicht",
  "The file did not arrive. Send it again.": "Die Datei kam nicht an. Schick sie noch einmal.",
  "The file's content does not match its type.": "Der Inhalt der Datei passt nicht zu ihrem Typ.",
  "The file must have the {bytes} bytes that its URL was created for.":
    "Die Datei muss die {bytes} Bytes haben, die angekündigt waren.",
  "Operators took this file down. It can't be published again.":
    "Die Betreiber haben diese Datei entfernt. Sie kann nicht noch einmal erscheinen.",
  "This upload URL was used or has expired. Ask for a new one.":
    "Diese Adresse ist benutzt oder abgelaufen. Fang noch einmal an.",
  "An upload's id has 1 to {most} characters": "Die Kennung hat 1 bis {most} Zeichen",
  "{most} of your files are waiting. Publish some, or try again tomorrow.":
    "{most} deiner Dateien warten schon. Veröffentliche einige, oder versuch es morgen wieder.",
  "{most} of your uploads are running. Wait until some have arrived.":
    "{most} deiner Uploads laufen schon. Warte, bis einige angekommen sind.",
  "Larger than 5 MB. Export a smaller picture.": "Größer als 5 MB. Exportiere ein kleineres Bild.",
  "This must be a picture": "Das muss ein Bild sein",
  "A title has 1 to 120 characters": "Ein Titel hat 1 bis 120 Zeichen",
  "A description has at most 1000 characters": "Eine Beschreibung hat höchstens 1000 Zeichen",
  "A video needs its width and height in whole pixels":
    "Ein Video braucht Breite und Höhe in ganzen Pixeln",
  "A part of a picture lies within it, and is at least half as wide as it can be":
    "Ein Ausschnitt liegt im Bild und ist mindestens halb so breit wie möglich",
  "A thumbhash has 8 to 64 characters of base64": "Ein Thumbhash hat 8 bis 64 Zeichen in Base64",
  "A preview can't show more than its original":
    "Eine Vorschau kann nicht mehr zeigen als ihr Original",
  "A preview must be a format that every browser shows":
    "Eine Vorschau braucht ein Format, das jeder Browser zeigt",
  "No uploads left on this plan": "In diesem Tarif sind keine Uploads übrig",
  "No storage left on this plan for a file of this size":
    "In diesem Tarif ist kein Speicher für eine so große Datei übrig",
  "Your plan has no uploads beyond 4096 pixels or in HDR":
    "Dein Tarif hat keine Uploads über 4096 Pixel oder in HDR",
  "Write 1 to {most} characters": "Schreib 1 bis {most} Zeichen",
  "Write at most {most} characters": "Schreib höchstens {most} Zeichen",
  "“{tag}” can't be a tag: use letters, numbers and hyphens":
    "„{tag}“ geht nicht als Tag: Nimm Buchstaben, Zahlen und Bindestriche",
  "A link must be a full address that begins with https://":
    "Ein Link muss eine ganze Adresse sein, die mit https:// beginnt",
  "You have no seat in this studio": "Du hast keinen Platz in diesem Studio",
  "They have no seat in this studio": "Diese Person hat keinen Platz in diesem Studio",
  "Your plan's uploads belong to its seats: assign yourself one in your studio":
    "Die Uploads deines Tarifs gehören zu seinen Plätzen: Gib dir in deinem Studio einen",
  "Your seat has no uploads left this month": "Dein Platz hat in diesem Monat keine Uploads mehr",
  "They need a Studio plan of their own to pay for it":
    "Dafür braucht diese Person einen eigenen Studio-Tarif",
  "You need a Studio plan of your own to pay for it":
    "Dafür brauchst du einen eigenen Studio-Tarif",
  "This studio is not offered to you": "Dieses Studio wird dir nicht angeboten",
  "Use 3 to 30 lowercase letters, numbers and hyphens":
    "Nimm 3 bis 30 Kleinbuchstaben, Zahlen und Bindestriche",
  "The order must name each one once": "Die Reihenfolge muss alles einmal nennen",
  "Your export is being made already": "Dein Export wird schon erstellt",
  "Your plan includes fewer collections: you can view this one, not change it":
    "Dein Tarif umfasst weniger Sammlungen: Du kannst diese ansehen, aber nicht ändern",
  "This work is boosted already": "Dieses Werk ist schon geboostet",
  "A sensitive work can't be in the spotlight": "Ein sensibles Werk kann nicht im Spotlight stehen",
  "Name today or a later day, in the form 2026-11-24":
    "Nenne heute oder einen späteren Tag, in der Form 2026-11-24",
  "This address is taken": "Diese Adresse ist vergeben",
  "Hand your studio over or close it first": "Übergib oder schließ zuerst dein Studio",
  "You can follow at most {most} people": "Du kannst höchstens {most} Personen folgen",
  "You can {kind} at most {most} people": "Du kannst höchstens {most} Personen {kind}",
  block: "blockieren",
  mute: "stummschalten",
  "A profile has at most {most} links": "Ein Profil hat höchstens {most} Links",
  "You can pin {most} works. Unpin one first.":
    "Du kannst {most} Werke anheften. Löse zuerst eines.",
  "At most {most} works are changed at once": "Höchstens {most} Werke ändern sich auf einmal",
  "A work has at most {most} pictures": "Ein Werk hat höchstens {most} Bilder",
  "A work has at most {most} steps": "Ein Werk hat höchstens {most} Schritte",
  "This picture was replaced too often. Publish a new work.":
    "Dieses Bild wurde zu oft ersetzt. Veröffentliche ein neues Werk.",
  "A member can own at most {most} studios": "Ein Mitglied kann höchstens {most} Studios besitzen",
  "This report doesn't exist": "Diese Meldung gibt es nicht",
  "They have a seat already": "Diese Person hat schon einen Platz",
  "A studio has at most {most} members": "Ein Studio hat höchstens {most} Mitglieder",
  "Mark at most {most} notifications at once":
    "Markiere höchstens {most} Benachrichtigungen auf einmal",
  "A work has at most {most} tags": "Ein Werk hat höchstens {most} Tags",
  "A collection has at most {most} works": "Eine Sammlung hat höchstens {most} Werke",

  // convex/contract/files
  "This file is empty.": "Diese Datei ist leer.",
  "This is not a picture or video we can show.":
    "Das ist kein Bild oder Video, das wir zeigen können.",
  "This picture is damaged. Export it again.":
    "Dieses Bild ist beschädigt. Exportiere es noch einmal.",
  "More than 50 megapixels. Export a smaller copy.":
    "Mehr als 50 Megapixel. Exportiere eine kleinere Kopie.",
  "Larger than 15 MB. Export a shorter or smaller video.":
    "Größer als 15 MB. Exportiere ein kürzeres oder kleineres Video.",
  "Larger than 10 MB. Export a smaller PNG or a WebP.":
    "Größer als 10 MB. Exportiere ein kleineres PNG oder ein WebP.",
  "This picture is damaged or in a format that we can’t read. Export it again.":
    "Dieses Bild ist beschädigt oder von einer Art, die wir nicht lesen können. Exportiere es noch einmal.",
  "This video is damaged or in a format that we can’t read. Export it as MP4.":
    "Dieses Video ist beschädigt oder von einer Art, die wir nicht lesen können. Exportiere es als MP4.",
  "This file has too many parts. Export it again.":
    "Diese Datei hat zu viele Teile. Exportiere sie noch einmal.",
  "This video does not say how large it is. Export it again.":
    "Dieses Video sagt nicht, wie groß es ist. Exportiere es noch einmal.",
  "More than 2,000 frames. Export a shorter animation, or a video.":
    "Mehr als 2.000 Einzelbilder. Exportiere eine kürzere Animation oder ein Video.",

  // packages/billing
  "Try again in {count} second": "Versuch es in {count} Sekunde wieder",
  "Try again in {count} seconds": "Versuch es in {count} Sekunden wieder",
  "Try again in {count} minutes": "Versuch es in {count} Minuten wieder",
  "Try again in {count} hours": "Versuch es in {count} Stunden wieder",
  "Too many requests. {wait}": "Zu viele Anfragen. {wait}",
  "Too many requests": "Zu viele Anfragen",
  "Your card was declined.": "Deine Karte wurde abgelehnt.",
  "Your card has insufficient funds.": "Deine Karte ist nicht ausreichend gedeckt.",
  "Your card has expired.": "Deine Karte ist abgelaufen.",
  "Your card's security code is incorrect.": "Der Sicherheitscode deiner Karte stimmt nicht.",
  "An error occurred while processing your card. Try again in a little bit.":
    "Bei deiner Karte ging etwas schief. Versuch es gleich noch einmal.",
  "There is no saved card to charge.": "Es ist keine Karte gespeichert.",
  "Your bank asks you to approve this payment": "Deine Bank bittet dich, die Zahlung zu bestätigen",
  "The payment is not confirmed yet; it will be soon":
    "Die Zahlung ist noch nicht bestätigt, aber bald",
  "The last renewal is unpaid: save a card that works first":
    "Die letzte Verlängerung ist nicht bezahlt: Speichere zuerst eine Karte, die geht",
  "The price has changed since it was shown": "Der Preis hat sich inzwischen geändert",
  "A payment for this is on its way already": "Eine Zahlung dafür ist schon unterwegs",
  "Your balance can't be read right now. Try again soon.":
    "Dein Stand ist gerade nicht lesbar. Versuch es bald wieder.",
  "Not enough is left": "Es ist nicht genug übrig",
  "Something went wrong here": "Hier ging etwas schief",
  "{product} is enabled.": "{product} ist eingeschaltet.",
  "{product} is added.": "{product} ist dabei.",
  "You are on {product}.": "Du hast jetzt {product}.",
  "{product} is bought.": "{product} ist gekauft.",
  "{product} begins when {current} ends.": "{product} beginnt, wenn {current} endet.",
  "the current plan": "dein jetziger Tarif",
  "{product} is no longer canceled.": "{product} läuft weiter.",
  "{product} is up to date.": "{product} ist auf dem neuesten Stand.",
  "The quantities of {product} are updated.": "Die Mengen von {product} sind geändert.",
  "{products} are added.": "{products} sind dabei.",
  "Approve the payment to go on": "Bestätige die Zahlung, um fortzufahren",
  "The payment was not approved": "Die Zahlung wurde nicht bestätigt",
  "The card was not approved": "Die Karte wurde nicht bestätigt",
  "The processor did not respond in time.": "Auf die Zahlung kam keine Antwort.",
  "The payment page was closed.": "Die Zahlungsseite wurde geschlossen.",
  "A checkout page is open for {products}": "Eine Zahlungsseite ist offen für {products}",
  "The invoice for {products} waits": "Die Rechnung für {products} wartet",
  "The same change is being made already": "Dieselbe Änderung läuft schon",
  "This card is not saved": "Diese Karte ist nicht gespeichert",
  "Payments are not set up on this deployment.": "Zahlungen sind hier nicht eingerichtet.",
  "The billing provider never answered": "Der Zahlungsdienst hat nicht geantwortet",
  "This promotion code is not valid": "Dieser Gutscheincode gilt nicht",
  "This promotion code has been used already": "Dieser Gutscheincode wurde schon verwendet",
  "This promotion code takes nothing off {names}":
    "Dieser Gutscheincode senkt keinen Preis von {names}",
  "Not enough {name} is left": "Es ist nicht genug übrig: {name}",
  "The plan's limit for {name} is reached": "Das Limit des Tarifs ist erreicht: {name}",
  "Product {product} is already about to cancel": "{product} ist schon gekündigt",
  "{product} is already attached": "{product} hast du schon",
  "{product} is already scheduled": "{product} ist schon vorgemerkt",
};
