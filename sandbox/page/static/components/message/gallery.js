// Pictures in messages, and the dialog that shows one large.
import { localPath, sizeText } from "../../files.js";
import { html, useLayoutEffect, useRef, useState } from "../../html.js";
import { zoomed } from "../../store.js";

/** A media item ({media: {url}, description, spoiler}) as {url, description, spoiler, width, height}. */
export const item = (each, message) => ({
  url: localPath(each.media?.url, message),
  original: each.media?.url,
  description: each.description || "",
  spoiler: each.spoiler,
  width: each.media?.width,
  height: each.media?.height,
});

/** A picture that opens large. `items` are all pictures of its gallery, `at` is its index. */
export function Picture({ items, at, talk, kind }) {
  const [hidden, setHidden] = useState(items[at].spoiler);
  const { url, original, description, width, height } = items[at];
  if (!url) return html`<p class="elsewhere">${talk.words("External picture, not loaded:")} <code>${original}</code></p>`;
  const label = hidden ? talk.words("Spoiler: show it") : `${talk.words("Enlarge")}: ${description || talk.words("picture without a description")}`;
  return html`<button
    type="button" class=${`picture ${kind || ""} ${hidden ? "veiled" : ""}`} aria-label=${label}
    onClick=${() => (hidden ? setHidden(false) : (zoomed.value = { items, at, talk }))}
  >
    <img src=${url} alt=${hidden ? "" : description} width=${width} height=${height} />
    ${description && !hidden && html`<span class="alt-badge" aria-hidden="true" title=${description}></span>`}
  </button>`;
}

export function Gallery({ items, talk }) {
  return html`<div class=${`gallery count-${Math.min(items.length, 5)}`}>
    ${items.map((_, at) => html`<${Picture} items=${items} at=${at} talk=${talk} />`)}
  </div>`;
}

export function FileCard({ url, name, size, talk }) {
  return html`<div class="file"><span class="file-icon" aria-hidden="true">▤</span>
    ${url ? html`<a href=${url} download=${name}>${name}</a>` : html`<span>${name}</span>`}
    <span class="file-size">${sizeText(size)}</span>
    ${url && html`<a class="icon-button" href=${url} download=${name} aria-label=${`${talk.words("Download")} ${name}`}>↓</a>`}
  </div>`;
}

/** The large picture: Escape or a click beside it closes, arrows step through a gallery, a click on it shows its full size. */
export function Zoom() {
  const dialog = useRef(null);
  const [full, setFull] = useState(false);
  const shown = zoomed.value;
  useLayoutEffect(() => {
    if (shown && !dialog.current.open) dialog.current.showModal();
    setFull(false);
  }, [shown]);
  if (!shown) return null;
  const { items, at, talk } = shown;
  const { url, description } = items[at];
  const say = talk.words;
  const step = (by) => {
    const next = (at + by + items.length) % items.length;
    zoomed.value = { ...shown, at: next };
  };
  const close = () => { zoomed.value = null; };
  return html`<dialog class="zoom" ref=${dialog} aria-label=${say("Picture")} onClose=${close}
    onClick=${(event) => event.target === dialog.current && dialog.current.close()}
    onKeyDown=${(event) => {
      if (items.length > 1 && event.key === "ArrowRight") step(1);
      if (items.length > 1 && event.key === "ArrowLeft") step(-1);
    }}
  >
    <div class="zoom-bar">
      ${items.length > 1 && html`<button type="button" class="icon-button" aria-label=${say("Previous picture")} onClick=${() => step(-1)}>←</button>
        <span>${at + 1} / ${items.length}</span>
        <button type="button" class="icon-button" aria-label=${say("Next picture")} onClick=${() => step(1)}>→</button>`}
      <a class="icon-button" href=${url} target="_blank" rel="noopener" aria-label=${say("Open in a new tab")}>↗</a>
      <button type="button" class="icon-button" aria-label=${say("Close")} onClick=${() => dialog.current.close()}>✕</button>
    </div>
    <div class=${`zoom-stage ${full ? "full" : ""}`} tabindex="0" role="group" aria-label=${say("Picture")}>
      <img src=${url} alt=${description} onClick=${() => setFull(!full)} />
    </div>
    ${description && html`<p class="zoom-caption">${description}</p>`}
  </dialog>`;
}
