// The whole page: channels at the side, people beside each other, help for the first visit.
import { runnable } from "../../commands.js";
import { html, useState } from "../../html.js";
import { channel, columns, front, gotHelp, guild, helped, MOST_COLUMNS, people, person, seat, shownName, signOf, failure, world } from "../../store.js";
import { words } from "../../words.js";
import { Avatar } from "../message/avatar.js";
import { Column } from "./column.js";
import { Zoom } from "../message/gallery.js";
import { Sidebar } from "./sidebar.js";

export function App() {
  const [drawer, setDrawer] = useState(false);
  const say = words(person(columns.value[0]?.user)?.locale);
  if (!world.value) {
    return html`<main class="boot"><p>${failure.value || say("Loading…")}</p></main>`;
  }
  const users = columns.value.map((column) => column.user);
  const free = people.value.filter((each) => !users.includes(each.id));
  const next = free[0];
  const add = () => {
    seat([...users, next.id]);
    front.value = users.length;
  };
  return html`<div class="page" lang=${person(users[0])?.locale || "en"}>
    <a class="skip" href="#column-0" onClick=${skip}>${say("Skip to the messages")}</a>
    <${Sidebar} say=${say} open=${drawer} close=${() => setDrawer(false)} />
    ${drawer && html`<button type="button" class="drawer-shade" aria-label=${say("Close")} onClick=${() => setDrawer(false)}></button>`}
    <main class="main">
      <header class="top">
        <button type="button" class="icon-button menu" aria-label=${say("Channels")} aria-expanded=${drawer} onClick=${() => setDrawer(!drawer)}>☰</button>
        <h1><span class="hash" aria-hidden="true">${signOf(channel.value)}</span>${channel.value?.name ?? guild.value?.name ?? "Sandbox"}</h1>
        ${channel.value?.topic && html`<p class="topic">${channel.value.topic}</p>`}
        ${next && users.length < MOST_COLUMNS && html`<button type="button" class="add" data-action="add-person" onClick=${add}>
          <span aria-hidden="true">+</span><span class="add-text"> ${say("A second person")}</span><span class="unseen add-short">${say("A second person")}</span></button>`}
      </header>
      ${failure.value && html`<p class="notice" role="alert">${failure.value}</p>`}
      ${!helped.value && html`<${Help} say=${say} />`}
      ${columns.value.length > 1 && html`<div class="tabs" role="tablist" aria-label=${say("Act as")}>
        ${columns.value.map((talk, index) => html`<button type="button" role="tab" key=${talk.user} aria-selected=${index === front.value} aria-controls=${`column-${index}`}
          onClick=${() => { front.value = index; }}><${Avatar} member=${person(talk.user)} small />${shownName(person(talk.user))}</button>`)}
      </div>`}
      <div class="columns">
        ${columns.value.map((talk, index) => html`<${Column} key=${talk.user} talk=${talk} index=${index} front=${index === front.value} />`)}
      </div>
    </main>
    <${Zoom} />
  </div>`;
}

/** The address holds people and channel, so the skip link moves the focus itself. */
function skip(event) {
  event.preventDefault();
  document.querySelector(".column.front .scroller")?.focus();
}

/** Whether there is a button to press in these parts of a message. Links do not count. */
const hasButton = (parts) => (parts ?? []).some((part) =>
  (part.type === 2 && part.custom_id && !part.disabled) || hasButton(part.components) || hasButton(part.accessory && [part.accessory]));

/** What a newcomer types first: the bot's "… new", else /help or its first command. */
function Help({ say }) {
  const talk = columns.value[0];
  const list = talk ? runnable(talk.commands.value, person(talk.user)?.locale) : [];
  const first = list.find((each) => each.path === "docker new") ?? list.find((each) => each.path.endsWith(" new")) ?? list.find((each) => each.path === "help") ?? list[0];
  return html`<aside class="help" aria-label=${say("Help")}>
    <p>${first
      ? html`${talk.messages.value.some((each) => hasButton(each.components)) ? say("New here? Press a button below, or type") : say("New here? Type")} <button type="button" class="mention" onClick=${() => talk.fill(`/${first.shown} `)}>/${first.shown}</button> ${say("and send it with Enter.")} `
      : html`${say("New here? As soon as a bot is here, type / to see its commands.")} `}
      ${say("“Act as” changes who you are; + puts a second person beside you.")}</p>
    <button type="button" class="text-button" data-action="got-help" onClick=${gotHelp}>${say("Got it")}</button>
  </aside>`;
}
