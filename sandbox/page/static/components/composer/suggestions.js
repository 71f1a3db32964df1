// The list above the text box: commands, options or choices. Arrow keys move through it while the text box keeps the focus.
import { html, useEffect, useRef } from "../../html.js";

/**
 * `items` are {key, name, note, tag}; `active` is an index or -1; `pick(index)` takes one. `id` ties it to the text
 * field by aria-controls / aria-activedescendant; `hint` is the line above, `busy` shows that more is coming.
 */
export function Suggestions({ id, items, active, pick, hover, hint, busy, empty, label }) {
  const list = useRef(null);
  useEffect(() => {
    list.current?.querySelector(".active")?.scrollIntoView({ block: "nearest" });
  }, [active, items]);
  return html`<div class="suggestions">
    ${hint && html`<p class="suggestions-hint">${hint}</p>`}
    <div id=${id} role="listbox" aria-label=${label} class="suggestions-list" ref=${list} tabindex="-1">
      ${items.map((each, index) => html`<div
        key=${each.key} id=${`${id}-${index}`} role="option" aria-selected=${index === active} class=${`choice ${index === active ? "active" : ""}`}
        onMouseDown=${(event) => { event.preventDefault(); pick(index); }} onMouseMove=${() => index !== active && hover(index)}
      >
        <span class="choice-text"><span class="choice-name">${each.name}</span>
          ${each.note && html`<span class="choice-note">${each.note}</span>`}</span>
        ${each.tag && html`<span class="choice-tag">${each.tag}</span>`}
      </div>`)}
      ${!items.length && html`<div class="choice none" role="option" aria-disabled="true" aria-selected="false">${busy || empty}</div>`}
    </div>
  </div>`;
}

/** The ARIA attributes of the text field such a list belongs to. */
export const comboboxProps = (id, open, active) => ({
  role: "combobox",
  "aria-autocomplete": "list",
  "aria-haspopup": "listbox",
  "aria-expanded": open,
  "aria-controls": open ? id : undefined,
  "aria-activedescendant": open && active >= 0 ? `${id}-${active}` : undefined,
});
