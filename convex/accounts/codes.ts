import { Secret, TOTP } from "otpauth";

const SITE_NAME = "Spotlight";
/** The settings that every authenticator app supports. @see RFC 6238 */
const [DIGITS, PERIOD_S, SECRET_BYTES] = [6, 30, 20];
const MS_PER_S = 1000;
/** A phone's clock may be one time step off, in either direction. */
const WINDOW = 1;

const RECOVERY_CODES = 10;
/** 80 bits, so that an attacker with the hashes can't guess them. */
const RECOVERY_BYTES = 10;
const GROUP = /.{4}(?=.)/g;

/** A key for an authenticator app, in base32. */
export function makeTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The address that an authenticator app reads from the QR code. */
export function totpUri(secret: string, username: string): string {
  return totpOf(secret, username).toString();
}

/**
 * The time step that a code belongs to; null if the code is not valid now.
 *
 * @param now - Milliseconds.
 */
export function stepOf(secret: string, code: string, now: number): number | null {
  const totp = totpOf(secret, "");
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / (PERIOD_S * MS_PER_S)) + delta;
}

/** Recovery codes in their displayed form, for users who lose their app. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    new Secret({ size: RECOVERY_BYTES }).base32.toLowerCase().replace(GROUP, "$&-"),
  );
}

/** The typed code without spaces and hyphens, in lower case. */
export function plainCode(typed: string): string {
  return typed.replace(/[\s-]/g, "").toLowerCase();
}

/** Whether a text has the form of an app's code; otherwise it may be a recovery code. */
export function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(code);
}

function totpOf(secret: string, label: string): TOTP {
  const key = Secret.fromBase32(secret);
  return new TOTP({ issuer: SITE_NAME, label, secret: key, digits: DIGITS, period: PERIOD_S });
}
