/**
 * Loaded before a site. At each SIGUSR2 its clock advances by sixteen minutes, more than the
 * lifetime of an access token.
 */
const STEP_MS = 16 * 60_000;
const RealDate = Date;
let lateMs = 0;

globalThis.Date = class LateDate extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + lateMs);
    else super(...args);
  }

  static now() {
    return RealDate.now() + lateMs;
  }
};

process.on("SIGUSR2", () => {
  lateMs += STEP_MS;
});
