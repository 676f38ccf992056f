/** The page that redeems a code, with the code filled in. */
export function referralPath(code: string): string {
  return `/settings/referrals?code=${encodeURIComponent(code)}`;
}
