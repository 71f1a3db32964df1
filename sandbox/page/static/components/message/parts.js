// A message's components: action rows of the first version and everything of Components V2.
import { html, useState } from "../../html.js";
import { localPath } from "../../files.js";
import { colour } from "./avatar.js";
import { Button } from "./button.js";
import { FileCard, Gallery, item, Picture } from "./gallery.js";
import { Markup } from "./markup.js";
import { MessageSelect } from "./select.js";

const SHOW = {
  1: ({ part, ...rest }) => html`<div class="row"><${Parts} parts=${part.components} ...${rest} /></div>`,
  2: Button,
  3: MessageSelect,
  5: MessageSelect,
  6: MessageSelect,
  7: MessageSelect,
  8: MessageSelect,
  9: Section,
  10: ({ part, talk }) => html`<${Markup} source=${part.content} talk=${talk} />`,
  11: ({ part, message, talk }) => html`<${Picture} items=${[item(part, message)]} at=${0} talk=${talk} kind="thumbnail" />`,
  12: ({ part, message, talk }) => html`<${Gallery} items=${part.items.map((each) => item(each, message))} talk=${talk} />`,
  13: File,
  14: ({ part }) => html`<div class=${`separator ${part.spacing === 2 ? "wide" : ""} ${part.divider === false ? "bare" : ""}`} role="presentation"></div>`,
  17: Container,
};

/** Show `parts` in order; for an unknown type, only its number. */
export function Parts({ parts, talk, message }) {
  return (parts ?? []).map((part, index) => {
    const Kind = SHOW[part.type];
    const key = part.custom_id ?? part.id ?? index;
    return Kind
      ? html`<${Kind} key=${key} part=${part} talk=${talk} message=${message} />`
      : html`<p class="subtext" key=${key}>Component type ${part.type} is not shown here.</p>`;
  });
}

function Section({ part, talk, message }) {
  return html`<div class="section">
    <div class="section-text"><${Parts} parts=${part.components} talk=${talk} message=${message} /></div>
    <div class="section-side"><${Parts} parts=${part.accessory ? [part.accessory] : []} talk=${talk} message=${message} /></div>
  </div>`;
}

function File({ part, talk, message }) {
  const url = part.file?.url;
  const name = part.name || url?.split("/").pop().split("?")[0] || "file";
  const size = part.size ?? message.attachments?.find((each) => each.filename === name)?.size;
  return html`<${FileCard} url=${localPath(url, message)} name=${name} size=${size} talk=${talk} />`;
}

function Container({ part, talk, message }) {
  const [veiled, setVeiled] = useState(part.spoiler);
  const accent = colour(part.accent_color);
  return html`<div class=${`container ${accent ? "accented" : ""} ${veiled ? "veiled" : ""}`} style=${accent ? { "--stripe": accent } : {}}>
    ${veiled && html`<button type="button" class="veil" onClick=${() => setVeiled(false)}>${talk.words("Spoiler: show it")}</button>`}
    <div class="container-inside" inert=${veiled}><${Parts} parts=${part.components} talk=${talk} message=${message} /></div>
  </div>`;
}
