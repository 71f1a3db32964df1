// Names of people, and the menu of the bot's commands that a press on one opens.
import { personal } from "../../commands.js";
import { html, useRef } from "../../html.js";
import { guild, person, shownName } from "../../store.js";
import { usePopover } from "./popover.js";

/** The commands that the person of `talk` may use on `member`, who must still be in the server. */
function commandsFor(talk, member) {
  const here = !guild.value || guild.value.members.some((each) => each.id === member.id);
  return here ? personal(talk.commands.value, person(talk.user)?.locale) : [];
}

/** What opens the menu of `member` when it is pressed; undefined without commands. */
export function opener(talk, member) {
  if (!commandsFor(talk, member).length) return undefined;
  return (event) => { talk.personMenu.value = { member, anchor: event.currentTarget }; };
}

/** A person's name: a button, where there are commands to use on them. */
export function PersonName({ member, talk, before = "", ...rest }) {
  const open = opener(talk, member);
  const name = `${before}${shownName(member)}`;
  if (!open) return html`<span ...${rest}>${name}</span>`;
  // Tab skips the bot's and one's own name, so that it leads from a message to its first control.
  const tabindex = member.bot || member.id === talk.user ? -1 : 0;
  return html`<button type="button" ...${rest} class=${`person ${rest.class ?? ""}`} tabindex=${tabindex} aria-haspopup="menu" onClick=${open}>${name}</button>`;
}

/** The open menu of a column. Escape and a press elsewhere close it, as the browser does for every popover. */
export function PersonMenu({ talk }) {
  const box = useRef(null);
  const open = talk.personMenu.value;
  usePopover(box, open, () => open.anchor, (menu) => menu.querySelector("[role=menuitem]"));
  if (!open) return null;
  const name = shownName(open.member);
  const key = (event) => {
    const items = [...box.current.querySelectorAll("[role=menuitem]")];
    const at = items.indexOf(document.activeElement);
    const moves = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
    if (event.key === "Tab") box.current.hidePopover();
    else if (event.key in moves) items.at(moves[event.key] % items.length).focus();
    else return;
    event.preventDefault();
  };
  return html`<div class="popup" popover="auto" ref=${box} onKeyDown=${key}
    onToggle=${(event) => { if (event.newState === "closed") talk.personMenu.value = null; }}>
    <p class="person-menu-head"><strong>${name}</strong> · ${talk.words("Apps")}</p>
    <div role="menu" aria-label=${`${name} · ${talk.words("Apps")}`}>
      ${commandsFor(talk, open.member).map((command) => html`<button type="button" class="choice" role="menuitem" key=${command} tabindex="-1"
        onClick=${() => { box.current.hidePopover(); talk.useOn(open.member.id, command); }}>${command}</button>`)}
    </div>
  </div>`;
}
