// Shows the tree that markdown.js makes.
import { html, useMemo, useState } from "../../html.js";
import { parse } from "../../markdown.js";
import { channelName, follow, go, person, role } from "../../store.js";
import { formatted, now, relative } from "../../times.js";
import { PersonName } from "./person-menu.js";

/** `source` as Discord would show it to the person of `talk`. */
export function Markup({ source, talk }) {
  const tree = useMemo(() => parse(source || ""), [source]);
  return html`<div class="markup">${tree.map((node) => show(node, talk))}</div>`;
}

/** Inline markup only (labels, headings of parts). */
const all = (nodes, talk) => nodes.map((node) => show(node, talk));

const SHOW = {
  text: (node) => node.text,
  break: () => html`<br />`,
  paragraph: (node, talk) => html`<p>${all(node.children, talk)}</p>`,
  // Message headings sit below the page's own h1 and h2.
  heading: (node, talk) => html`<div class=${`heading level-${node.level}`} role="heading" aria-level=${node.level + 2}>
    ${all(node.children, talk)}
  </div>`,
  subtext: (node, talk) => html`<p class="subtext">${all(node.children, talk)}</p>`,
  quote: (node, talk) => html`<blockquote>${all(node.children, talk)}</blockquote>`,
  codeblock: (node) => html`<pre tabindex="0"><code>${node.text}</code></pre>`,
  list: (node, talk) => {
    const items = node.items.map((item) => html`<li>${all(item, talk)}</li>`);
    return node.ordered ? html`<ol start=${node.start}>${items}</ol>` : html`<ul>${items}</ul>`;
  },
  code: (node) => html`<code>${node.text}</code>`,
  strong: (node, talk) => html`<strong>${all(node.children, talk)}</strong>`,
  em: (node, talk) => html`<em>${all(node.children, talk)}</em>`,
  underline: (node, talk) => html`<u>${all(node.children, talk)}</u>`,
  strike: (node, talk) => html`<s>${all(node.children, talk)}</s>`,
  spoiler: (node, talk) => html`<${Spoiler} talk=${talk}>${all(node.children, talk)}<//>`,
  link: (node, talk) => html`<a href=${node.url} target="_blank" rel="noopener noreferrer" title=${node.url} onClick=${(event) => follow(event, node.url)}>${all(node.children, talk)}</a>`,
  user: (node, talk) => html`<${PersonName} class=${`mention ${node.id === talk.user ? "me" : ""}`} before="@" member=${person(node.id) ?? { id: node.id }} talk=${talk} />`,
  role: (node) => html`<span class="mention">@${role(node.id)?.name ?? "role"}</span>`,
  everyone: (node) => html`<span class="mention me">${node.text}</span>`,
  channel: (node) => html`<button type="button" class="mention" onClick=${() => go(node.id)}>#${channelName(node.id)}</button>`,
  command: (node, talk) => html`<button type="button" class="mention" onClick=${() => talk.fill(`/${node.name} `)}>/${node.name}</button>`,
  time: (node, talk) => html`<${Timestamp} ...${node} locale=${person(talk.user)?.locale} />`,
  emoji: (node) => html`<span class="emoji-name">:${node.name}:</span>`,
};

const show = (node, talk) => SHOW[node.type](node, talk);

function Spoiler({ talk, children }) {
  const [open, setOpen] = useState(false);
  if (open) return html`<span class="spoiler open">${children}</span>`;
  return html`<button type="button" class="spoiler" onClick=${() => setOpen(true)}>
    <span class="unseen">${talk.words("Spoiler: show it")}</span><span aria-hidden="true">${children}</span>
  </button>`;
}

function Timestamp({ seconds, style, locale }) {
  const full = formatted(seconds, "F", locale);
  const shown = style === "R" ? relative(seconds, locale, now.value) : formatted(seconds, style, locale);
  return html`<time class="timestamp" datetime=${new Date(seconds * 1000).toISOString()} title=${full}>${shown}</time>`;
}
