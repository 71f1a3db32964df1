// A person's coloured initials; the page shows no pictures of people.
import { html } from "../../html.js";
import { shownName } from "../../store.js";

const COLOURS = 8;

/** `member` needs an id and a name; `avatar_color` (0xRRGGBB or "#rrggbb") wins over the colour drawn from the id.
 * `press` is for the mouse and fingers: the name beside it does the same. */
export function Avatar({ member, small, press }) {
  const name = shownName(member);
  const letters = name.split(/[\s_.-]+/).filter(Boolean).slice(0, 2).map((word) => [...word][0].toUpperCase()).join("");
  const own = colour(member?.avatar_color);
  const tone = Number(BigInt(/^\d+$/.test(member?.id ?? "") ? member.id : 0) % BigInt(COLOURS));
  return html`<span
    class=${`avatar tone-${tone} ${small ? "small" : ""} ${member?.bot ? "is-bot" : ""} ${press ? "person" : ""}`}
    onClick=${press}
    style=${own ? { background: own, color: readable(own) } : {}}
    aria-hidden="true"
  >${letters}</span>`;
}

/** 0xRRGGBB or "#rrggbb" as a CSS colour; null for nothing. */
export function colour(value) {
  if (value === null || value === undefined) return null;
  return typeof value === "number" ? `#${value.toString(16).padStart(6, "0")}` : value;
}

/** Ink or white, whichever can be read on `background` ("#rrggbb"): the better of the two always has 4.5 : 1. */
function readable(background) {
  const channel = (at) => {
    const part = parseInt(background.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  const light = 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
  return light > 0.179 ? "#000000" : "#ffffff";
}
