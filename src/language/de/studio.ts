import type { Texts } from "../catalogue";

/** The texts of src/community/studio, in German. */
export const STUDIO = {
  "A studio of {owner}": "Ein Studio von {owner}",
  Address: "Adresse",
  "All seats are taken.": "Alle Plätze sind vergeben.",
  "Also invites members and gives seats": "Lädt auch Mitglieder ein und vergibt Plätze",
  "Back to the studio": "Zurück zum Studio",
  "Become the owner": "Übernehmen",
  "Change the number of seats": "Zahl der Plätze ändern",
  "Close it": "Schließen",
  "Close the studio": "Studio schließen",
  "Close {name}?": "{name} schließen?",
  Decline: "Ablehnen",
  "Enter a username.": "Gib einen Benutzernamen ein.",
  "Give a seat": "Platz geben",
  "Give it a name.": "Gib einen Namen ein.",
  "Give {name} a seat": "{name} einen Platz geben",
  "If you accept, your Studio plan pays for its seats and for the storage of its works. All seats become free to give again.":
    "Wenn du annimmst, bezahlt dein Studio-Tarif die Plätze und den Speicher der Werke. Alle Plätze werden wieder frei.",
  "In a studio, several artists share one plan and one page.":
    "In einem Studio teilen sich mehrere einen Tarif und eine Seite.",
  Invite: "Einladen",
  "Invite an artist": "Jemanden einladen",
  "It becomes free. The next member gets the uploads left in it this month.":
    "Er wird frei. Das nächste Mitglied bekommt die Uploads, die diesen Monat noch übrig sind.",
  "It was closed, or the address has a typo.":
    "Es wurde geschlossen, oder die Adresse hat einen Tippfehler.",
  Join: "Mitmachen",
  Leave: "Verlassen",
  "Leave it as it is": "So lassen",
  "Leave the studio": "Studio verlassen",
  "Leave {name}?": "{name} verlassen?",
  "Make them a manager": "Zum Manager machen",
  "Make them a member": "Zum Mitglied machen",
  "Manage seats": "Plätze verwalten",
  "Manage seats of {name}": "Plätze von {name} verwalten",
  Manager: "Manager",
  Member: "Mitglied",
  Members: "Mitglieder",
  "Members of {name}": "Mitglieder von {name}",
  "No other members yet. Invite the first one above.":
    "Noch keine anderen Mitglieder. Lade oben das erste ein.",
  "No plan pays for this studio now.": "Kein Tarif bezahlt dieses Studio gerade.",
  "Nothing changes before they accept.": "Vor der Annahme ändert sich nichts.",
  "Offer the studio": "Studio anbieten",
  "Offer them the studio": "Das Studio anbieten",
  "Offer {name} the studio?": "{name} das Studio anbieten?",
  "Once they accept, they own it and their Studio plan pays, also for the works already published. All seats become free to give again. You stay as a manager.":
    "Nach der Annahme gehört das Studio der anderen Person, und deren Studio-Tarif bezahlt, auch die schon veröffentlichten Werke. Alle Plätze werden wieder frei. Du bleibst als Manager.",
  "Only members see this": "Das sehen nur Mitglieder",
  "Only the studio’s members see who has a seat and what is left in it. Its works are for everyone.":
    "Nur Mitglieder des Studios sehen, wer einen Platz hat und was darin übrig ist. Die Werke sind für alle da.",
  "Open the studio": "Studio eröffnen",
  Owner: "Inhaber",
  "Published works stay.": "Veröffentlichte Werke bleiben.",
  "Publishes works with a seat": "Veröffentlicht Werke mit einem Platz",
  "Release the seat": "Platz freigeben",
  "Release {name}’s seat?": "Den Platz von {name} freigeben?",
  "Remove from the studio": "Aus dem Studio entfernen",
  "Remove them": "Entfernen",
  "Remove {name}?": "{name} entfernen?",
  Role: "Rolle",
  "See the studio": "Zum Studio",
  "See who has a seat": "Wer einen Platz hat",
  "Several artists, one page, one plan. The Studio plan has three seats: the first is yours, and you decide who gets the others.":
    "Mehrere Leute, eine Seite, ein Tarif. Der Studio-Tarif hat drei Plätze: Der erste gehört dir, und du entscheidest, wer die anderen bekommt.",
  "Sign in to open a studio": "Melde dich an, um ein Studio zu eröffnen",
  Stay: "Bleiben",
  "Studio not found": "Studio nicht gefunden",
  "The Studio plan has three seats.": "Der Studio-Tarif hat drei Plätze.",
  "The studio and its seats are gone for good. The works stay with their artists.":
    "Das Studio und seine Plätze sind dann endgültig weg. Die Werke bleiben bei denen, die sie gemacht haben.",
  "The uploads left in it go with it.": "Die übrigen Uploads gehen mit.",
  "Their seat becomes free. Works they published with the studio stay.":
    "Der Platz wird frei. Mit dem Studio veröffentlichte Werke bleiben.",
  "Their username. They get a notification.":
    "Der Benutzername. Die Person bekommt eine Mitteilung.",
  "This studio did not load": "Dieses Studio wurde nicht geladen",
  "Transfer the seat": "Platz übertragen",
  "Transfer {name}’s seat": "Den Platz von {name} übertragen",
  "Use 3 to 30 lowercase letters, numbers and hyphens.":
    "Nimm 3 bis 30 Kleinbuchstaben, Zahlen und Bindestriche.",
  "Who gets the seat": "Wer den Platz bekommt",
  "With a seat, the studio’s plan pays for the works you publish with it. Your own plan stays as it is.":
    "Mit einem Platz bezahlt der Tarif des Studios die Werke, die du mit ihm veröffentlichst. Dein eigener Tarif bleibt, wie er ist.",
  "Withdraw it": "Zurückziehen",
  "Withdraw the invitation": "Einladung zurückziehen",
  "Withdraw the invitation?": "Einladung zurückziehen?",
  "Withdraw the offer": "Angebot zurückziehen",
  "Works of members with a seat appear here, newest first.":
    "Hier erscheinen Werke von Mitgliedern mit einem Platz, die neuesten zuerst.",
  "You offered the studio to {to}.": "Du hast das Studio {to} angeboten.",
  "Your seat becomes free. Works you published with the studio stay.":
    "Dein Platz wird frei. Werke, die du mit dem Studio veröffentlicht hast, bleiben.",
  "has a seat": "hat einen Platz",
  "no seat": "kein Platz",
  seat: "Platz",
  seats: "Plätze",
  "spotlight/studio/{slug}. It can't be changed later.":
    "spotlight/studio/{slug}. Das lässt sich später nicht ändern.",
  "{balance} free": "{balance} frei",
  "{owner} (@{username}) invites you to join {name}.":
    "{owner} (@{username}) lädt dich ein zu {name}.",
  "{owner} can choose one.": "{owner} kann einen wählen.",
  "{owner} offers you the studio {name}.": "{owner} bietet dir das Studio {name} an.",
  "{username} is invited": "{username} ist eingeladen",
} as const satisfies Texts;
