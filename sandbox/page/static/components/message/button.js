// A message's button in all of Discord's styles.
import { html } from "../../html.js";
import { follow } from "../../store.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "secondary" };
const LINK = 5;

/** Unicode emoji as they are; an emoji of the application by its picture. */
export const Emoji = ({ emoji }) => emoji.id
  ? html`<img class="emoji" src=${`/emojis/${emoji.id}.png`} alt="" />`
  : html`<span class="emoji" aria-hidden="true">${emoji.name}</span>`;

export function Button({ part, talk, message }) {
  const face = html`
    ${part.emoji && html`<${Emoji} emoji=${part.emoji} />`}
    ${part.label && html`<span class="label">${part.label}</span>`}
  `;
  const name = part.label || part.emoji?.name;
  if (part.style === LINK) {
    return html`<a class="button link" href=${part.url} target="_blank" rel="noopener noreferrer" aria-label=${part.label ? undefined : name} onClick=${(event) => follow(event, part.url)}>
      ${face}<span class="outward" aria-hidden="true">↗</span>
    </a>`;
  }
  const waiting = talk.isWaiting(message.id, part.custom_id);
  return html`<button
    type="button"
    class=${`button ${STYLES[part.style]} ${waiting ? "waiting" : ""}`}
    disabled=${part.disabled}
    aria-busy=${waiting}
    aria-label=${part.label ? undefined : name}
    data-custom-id=${part.custom_id}
    onClick=${() => talk.use(message, part.custom_id)}
  >${face}${waiting && html`<span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>`}</button>`;
}
