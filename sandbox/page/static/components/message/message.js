// One message: head, content, embeds, pictures, components, and its state (ephemeral, thinking, failed).
import { localPath } from "../../files.js";
import { html } from "../../html.js";
import { useKeptFocus } from "../../kept-focus.js";
import { plain } from "../../markdown.js";
import { aim, channelName, go, person, shownName } from "../../store.js";
import { written } from "../../times.js";
import { Avatar } from "./avatar.js";
import { Embed } from "./embed.js";
import { FileCard, Gallery } from "./gallery.js";
import { Guard } from "../layout/guard.js";
import { Markup } from "./markup.js";
import { Parts } from "./parts.js";
import { opener, PersonName } from "./person-menu.js";

const V2 = 1 << 15;
const GROUPED_WITHIN = 7 * 60 * 1000;
/** The type of a message that refers to another one. */
const REPLY = 19;
/** System messages shown as one line: type -> wording after the author's name. */
const SYSTEM = { 1: "added somebody", 4: "changed the channel's name", 6: "pinned a message", 7: "arrived", 18: "started a thread" };

export const mentionNames = { user: (id) => shownName(person(id)), channel: channelName };

/** The words of a message, for announcements and previews. */
function wordsOf(message) {
  const texts = [];
  const walk = (part) => {
    if (part.content) texts.push(plain(part.content, mentionNames));
    if (part.description) texts.push(part.description);
    for (const each of [...(part.components ?? []), ...(part.items ?? []), ...(part.accessory ? [part.accessory] : [])]) walk(each);
  };
  walk(message);
  for (const embed of message.embeds ?? []) texts.push(embed.title ?? "", plain(embed.description, mentionNames));
  return texts.filter(Boolean).reduce((told, text) => told + (!told ? "" : /[.!?:…]\s*$/.test(told) ? " " : ". ") + text, "");
}

/** A message as it is read out. */
export const spoken = (message) => `${shownName(author(message))}: ${wordsOf(message).slice(0, 400)}`;

/** The author as a member, if there is one, so that names and colours agree everywhere. */
export const author = (message) => ({ ...message.author, ...person(message.author?.id) });

/** Whether `message` continues `before`: same author, soon after, an ordinary message. */
export function continues(message, before) {
  if (!before || before.author?.id !== message.author?.id || usedCommand(message) || before.ephemeral !== message.ephemeral) return false;
  if (message.type === REPLY || (message.type ?? 0) in SYSTEM || (before.type ?? 0) in SYSTEM) return false;
  return new Date(message.timestamp) - new Date(before.timestamp) < GROUPED_WITHIN;
}

/** The command that this message answers, if any: {user, name}; with a slash, unless it is in the menu of a person. */
function usedCommand(message) {
  const about = message.interaction_metadata;
  const name = message.interaction?.name ?? about?.name ?? about?.command_name;
  const user = about?.user ?? message.interaction?.user;
  return name && user ? { user: { ...user, ...person(user.id) }, name: about?.target_user ? name : `/${name}` } : null;
}

export function Message({ message, talk, follows }) {
  const who = author(message);
  const say = talk.words;
  const locale = person(talk.user)?.locale;
  const used = usedCommand(message);
  const element = useKeptFocus(message);
  if ((message.type ?? 0) in SYSTEM) {
    return html`<li class="message system" data-id=${message.id}>
      <span aria-hidden="true">→</span> <strong><${PersonName} member=${who} talk=${talk} /></strong> ${say(SYSTEM[message.type])}${message.type === 18 ? ` ${message.content}` : ""}
    </li>`;
  }
  const pings = message.mentions?.some((m) => m.id === talk.user) || message.mention_everyone;
  const failure = talk.failures.value[message.id];
  return html`<li
    class=${`message ${follows ? "follows" : ""} ${message.ephemeral ? "ephemeral" : ""} ${pings ? "pings" : ""} ${aim.value === message.id ? "aimed" : ""}`}
    ref=${element} tabindex="-1" data-id=${message.id} data-author=${message.author?.id}
  >
    ${!follows && html`<${Avatar} member=${who} press=${opener(talk, who)} />`}
    <article class="message-body" aria-label=${shownName(who)}>
      ${used && html`<p class="used"><${Avatar} member=${used.user} small press=${opener(talk, used.user)} />
        <strong><${PersonName} member=${used.user} talk=${talk} /></strong> ${say("used")} <span class="mention">${used.name}</span></p>`}
      ${message.referenced_message && html`<p class="used reply"><span aria-hidden="true">↱</span> <strong><${PersonName} member=${author(message.referenced_message)} talk=${talk} /></strong>
        <span class="reply-text">${wordsOf(message.referenced_message).slice(0, 90) || "…"}</span></p>`}
      ${message.type === REPLY && message.message_reference && !message.referenced_message && html`<p class="used reply"><span aria-hidden="true">↱</span>
        <em>${say("Original message was deleted")}</em></p>`}
      ${!follows && html`<header>
        <strong class="author"><${PersonName} member=${who} talk=${talk} /></strong>
        ${(who.bot || message.author?.bot) && html`<span class="app-badge">APP</span>`}
        <time datetime=${message.timestamp} title=${new Date(message.timestamp).toLocaleString(locale)}>${written(message.timestamp, locale)}</time>
      </header>`}
      ${message.deferred
        ? html`<p class="thinking"><span class="dots" aria-hidden="true"><i></i><i></i><i></i></span> ${say("{name} is thinking…", { name: shownName(who) })}</p>`
        : html`<${Guard} instead=${say("This message cannot be shown.")}><${Body} message=${message} talk=${talk} /><//>`}
      ${message.reactions?.length > 0 && html`<p class="reactions">${message.reactions.map((each) => html`<span class=${`reaction ${each.me ? "mine" : ""}`} key=${each.emoji.name}>
        ${each.emoji.name} <span class="reaction-count">${each.count}</span></span>`)}</p>`}
      ${message.thread && html`<button type="button" class="thread-link" onClick=${() => go(message.thread.id)}>
        <span aria-hidden="true">⌥</span> ${message.thread.name}</button>`}
      ${failure && html`<p class="failure" role="alert">${say(failure)}</p>`}
      ${message.ephemeral && html`<p class="only-you"><span aria-hidden="true">◌</span> ${say("Only you can see this")}${" · "}
        <button type="button" class="text-button" data-action="dismiss" onClick=${() => talk.dismiss(message)}>${say("Dismiss")}</button></p>`}
    </article>
  </li>`;
}

function Body({ message, talk }) {
  const inParts = (message.flags ?? 0) & V2;
  const pictures = [];
  const files = [];
  // With Components V2 only components place attachments; otherwise they follow the text.
  if (!inParts) {
    const used = new Set((message.embeds ?? []).flatMap((e) => [e.image?.url, e.thumbnail?.url]).map((url) => localPath(url, message)));
    for (const each of message.attachments ?? []) {
      const url = localPath(each.url, message);
      if (used.has(url)) continue;
      if (each.content_type?.startsWith("image/")) {
        const { description = "", width, height } = each;
        pictures.push({ url, original: each.url, description: description || "", width, height, spoiler: each.filename.startsWith("SPOILER_") });
      } else files.push({ url, name: each.filename, size: each.size });
    }
  }
  return html`
    ${message.content && html`<div class="content"><${Markup} source=${message.content} talk=${talk} />
      ${message.edited_timestamp && html`<span class="edited">(${talk.words("edited")})</span>`}</div>`}
    ${(message.embeds ?? []).map((embed, index) => html`<${Embed} key=${index} embed=${embed} talk=${talk} message=${message} />`)}
    ${pictures.length > 0 && html`<${Gallery} items=${pictures} talk=${talk} />`}
    ${files.map((file) => html`<${FileCard} key=${file.url} ...${file} talk=${talk} />`)}
    ${message.components?.length > 0 && html`<div class="parts"><${Parts} parts=${message.components} talk=${talk} message=${message} /></div>`}
  `;
}
