// Discord's <t:…> timestamps: fixed styles by Intl, the relative style kept up to date.
import { signal } from "./html.js";

/** The present in whole seconds; whoever reads it is shown again every second. */
export const now = signal(Math.floor(Date.now() / 1000));
setInterval(() => { now.value = Math.floor(Date.now() / 1000); }, 1000);

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};

const UNITS = [["year", 31557600], ["month", 2629800], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

/** `seconds` since 1970 in one of the fixed styles, in the reader's language. */
export const formatted = (seconds, style, locale) =>
  new Intl.DateTimeFormat(locale, STYLES[style] || STYLES.f).format(seconds * 1000);

/** "in 2 hours", "3 days ago", seen from `present` (seconds); the present second is "now". */
export function relative(seconds, locale, present) {
  const ahead = seconds - present;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(ahead) >= length) || UNITS[UNITS.length - 1];
  return new Intl.RelativeTimeFormat(locale, { numeric: ahead ? "always" : "auto" }).format(Math.round(ahead / size), unit);
}

/** How a message's head shows when it was written: the time today, else date and time. */
export function written(iso, locale) {
  const date = new Date(iso);
  const today = new Date().toDateString() === date.toDateString();
  return new Intl.DateTimeFormat(locale, today ? STYLES.t : STYLES.s).format(date);
}
