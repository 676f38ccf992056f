/** Extensions in addition to types, because browsers do not know the type of every file. */
export const ACCEPT =
  "image/jpeg,image/png,image/webp,image/gif,image/avif,image/apng,image/heic,image/heif,video/mp4,video/webm,video/quicktime,video/x-matroska,.heic,.heif,.avif,.apng,.mov,.mkv,.webm";
