// One person's column: their name, messages and text box, and over them a modal that the bot opened.
import { html } from "../../html.js";
import { columns, people, person, seat, shownName } from "../../store.js";
import { Avatar } from "../message/avatar.js";
import { Composer } from "../composer/composer.js";
import { Messages } from "../message/messages.js";
import { Modal } from "../message/modal.js";
import { PersonMenu } from "../message/person-menu.js";

export function Column({ talk, index, front }) {
  const me = person(talk.user);
  const say = talk.words;
  const users = columns.value.map((column) => column.user);
  const swap = (user) => seat(users.map((each) => (each === talk.user ? user : each)));
  return html`<section class=${`column ${front ? "front" : ""}`} id=${`column-${index}`} aria-label=${shownName(me)} data-user=${talk.user} lang=${me?.locale}>
    <header class="column-head">
      <${Avatar} member=${me} small />
      <label class="act-as"><span>${say("Act as")}</span>
        <select value=${talk.user} onChange=${(event) => swap(event.target.value)}>
          ${people.value.map((each) => html`<option key=${each.id} value=${each.id} disabled=${each.id !== talk.user && users.includes(each.id)}>${shownName(each)}</option>`)}
        </select></label>
      <span class="locale" title=${say("Language")}>${me?.locale}</span>
      ${!talk.online.value && html`<span class="offline" role="status">${say("Reconnecting…")}</span>`}
      ${users.length > 1 && html`<button type="button" class="icon-button" aria-label=${`${say("Close the column of")} ${shownName(me)}`}
        onClick=${() => seat(users.filter((each) => each !== talk.user))}>✕</button>`}
    </header>
    <${Messages} talk=${talk} />
    <${Composer} talk=${talk} />
    <${Modal} talk=${talk} />
    <${PersonMenu} talk=${talk} />
  </section>`;
}
