// The addresses of pictures and files: of this origin only, because the page must not request anything from outside.

/** The path on this server for `url` (absolute, or attachment://name of `message`), or null if it is elsewhere. */
export function localPath(url, message) {
  if (!url) return null;
  if (url.startsWith("attachment://")) {
    const name = url.slice("attachment://".length);
    return localPath(message?.attachments?.find((each) => each.filename === name)?.url, message);
  }
  if (!URL.canParse(url, location.href)) return null;
  const parsed = new URL(url, location.href);
  return parsed.origin === location.origin || parsed.pathname.startsWith("/attachments/")
    ? parsed.pathname + parsed.search
    : null;
}

/** 1536 -> "1.5 kB". */
export function sizeText(bytes) {
  if (bytes == null) return "";
  const units = ["B", "kB", "MB"];
  const power = Math.min(2, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${Number((bytes / 1000 ** power).toPrecision(2))} ${units[power]}`;
}
