/** The texts of a mail about an account, in one language. Times are formatted already. */
export interface AccountWords {
  subject: string;
  paragraphs: readonly string[];
  button: string;
  footer: string;
}

/** The mails about an account in one language. */
export interface AccountTexts {
  confirmEmail: (username: string) => AccountWords;
  resetPassword: (username: string) => AccountWords;
  newSignIn: (username: string, browser: string, time: string) => AccountWords;
  passwordChanged: (username: string, time: string) => AccountWords;
  emailChanged: (username: string, time: string) => AccountWords;
  twoStepOn: (username: string, time: string) => AccountWords;
  twoStepOff: (username: string, time: string) => AccountWords;
  unknownBrowser: string;
  onSystem: (browser: string, system: string) => string;
}
