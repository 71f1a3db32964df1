// Discord's <t:…> timestamps: fixed styles by Intl, the relative style kept up to date.
import { computed, signal } from "./html.js";

/** By how many seconds the sandbox's clock is ahead of this machine's. */
let ahead = 0;
const present = () => Math.floor(Date.now() / 1000 + ahead);

/** The sandbox's time in whole seconds; components that read it are drawn again every second. */
export const now = signal(present());
setInterval(() => { now.value = present(); }, 1000);

/** The sandbox's day; components that read it are drawn again after midnight, also after a jump in time. */
const today = computed(() => new Date(now.value * 1000).toDateString());

/** Set the sandbox's time. */
export function sync(seconds) {
  ahead = seconds - Date.now() / 1000;
  now.value = present();
}

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

/** The time in a message's head: only the time if it was written today, otherwise date and time. */
export function written(iso, locale) {
  const date = new Date(iso);
  return new Intl.DateTimeFormat(locale, today.value === date.toDateString() ? STYLES.t : STYLES.s).format(date);
}
