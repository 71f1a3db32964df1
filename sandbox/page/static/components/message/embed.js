// An embed, in its essentials: author, title, description, fields, picture, footer.
import { localPath } from "../../files.js";
import { html } from "../../html.js";
import { colour } from "./avatar.js";
import { Picture } from "./gallery.js";
import { Markup } from "./markup.js";

export function Embed({ embed, talk, message }) {
  const picture = embed.image && { url: localPath(embed.image.url, message), original: embed.image.url, description: embed.image.description || embed.title || "" };
  const accent = colour(embed.color);
  return html`<div class=${`container embed ${accent ? "accented" : ""}`} style=${accent ? { "--stripe": accent } : {}}>
    <div class="container-inside">
      ${embed.author && html`<p class="subtext">${embed.author.name}</p>`}
      ${embed.title && html`<div class="heading level-3" role="heading" aria-level="4">
        ${embed.url ? html`<a href=${embed.url} target="_blank" rel="noopener noreferrer">${embed.title}</a>` : html`<${Markup} source=${embed.title} talk=${talk} />`}
      </div>`}
      ${embed.description && html`<${Markup} source=${embed.description} talk=${talk} />`}
      ${embed.fields?.length > 0 && html`<dl class="fields">${embed.fields.map((field) => html`<div class=${field.inline ? "inline" : ""}>
        <dt>${field.name}</dt><dd><${Markup} source=${field.value} talk=${talk} /></dd>
      </div>`)}</dl>`}
      ${picture && html`<div class="gallery count-1"><${Picture} items=${[picture]} at=${0} talk=${talk} /></div>`}
      ${embed.footer && html`<p class="subtext">${embed.footer.text}</p>`}
    </div>
  </div>`;
}
