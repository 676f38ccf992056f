/**
 * Lines on a grid of 24 by 24, drawn for these packages, so that an app with billing needs no icon
 * library.
 */
const CIRCLE = "M21.5 12a9.5 9.5 0 1 1-19 0a9.5 9.5 0 0 1 19 0z";

export const ARROW_DOWN = "M12 5v14M6 13l6 6l6-6";
export const ARROW_UP = "M12 19V5M6 11l6-6l6 6";
export const BELL = "M6 17v-6a6 6 0 0 1 12 0v6l1.5 2h-15zM10.5 21.5h3M12 5V3";
export const CARD =
  "M4 5.5h16q1.5 0 1.5 1.5v10q0 1.5-1.5 1.5H4q-1.5 0-1.5-1.5V7Q2.5 5.5 4 5.5zM2.5 10h19M6.5 14.5h3";
export const CHECK = "M5 12.5l4.5 4.5L19 7.5";
export const CHEVRON_DOWN = "M6 9l6 6l6-6";
export const CHEVRON_RIGHT = "M9 6l6 6l-6 6";
export const CIRCLE_ALERT = `${CIRCLE}M12 7.5v5M12 16.2v.1`;
export const COPY =
  "M9.5 8.5H19q1.5 0 1.5 1.5v9q0 1.5-1.5 1.5h-9q-1.5 0-1.5-1.5v-10M5 15.5q-1.5 0-1.5-1.5V5Q3.5 3.5 5 3.5h9q1.5 0 1.5 1.5";
export const EXTERNAL_LINK =
  "M14 4h6v6M20 4l-9 9M18.5 14v4.5q0 1.5-1.5 1.5H5.5Q4 20 4 18.5V7q0-1.5 1.5-1.5H10";
export const GRIP =
  "M9 4.3a.7.7 0 1 0 .1 0zM9 11.3a.7.7 0 1 0 .1 0zM9 18.3a.7.7 0 1 0 .1 0zM15 4.3a.7.7 0 1 0 .1 0zM15 11.3a.7.7 0 1 0 .1 0zM15 18.3a.7.7 0 1 0 .1 0z";
export const INFO = `${CIRCLE}M12 11.5v5M12 7.8v.1`;
export const MINUS = "M5 12h14";
export const PLUS = "M5 12h14M12 5v14";
export const SHARE =
  "M20.5 5.5a2.5 2.5 0 1 1-5 0a2.5 2.5 0 0 1 5 0zM8.5 12a2.5 2.5 0 1 1-5 0a2.5 2.5 0 0 1 5 0zM20.5 18.5a2.5 2.5 0 1 1-5 0a2.5 2.5 0 0 1 5 0zM8.2 10.9l7.5-4.3M8.2 13.1l7.5 4.3";
