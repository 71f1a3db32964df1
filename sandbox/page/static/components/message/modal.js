// A modal the bot opened, over its person's column (the other columns stay usable).
import * as api from "../../api.js";
import { html, useId, useLayoutEffect, useRef, useState } from "../../html.js";
import { Markup } from "./markup.js";
import { Menu, preset } from "./select.js";

const ROW = 1;
const INPUT = 4;
const TEXT = 10;
const LABEL = 18;
const UPLOAD = 19;
const RADIO = 21;
const CHECKS = 22;
const CHECK = 23;
const PARAGRAPH = 2;

/** The modal's parts as [{label, description, part}], whether wrapped in rows (old style) or labels. */
const fields = (components) =>
  components.flatMap((each) => {
    if (each.type === LABEL) return [{ label: each.label, description: each.description, part: each.component }];
    if (each.type === ROW) return each.components.map((part) => ({ label: part.label, part }));
    return [{ part: each }];
  });

/** The initial value of a part in the form the sandbox takes: text, list of values, one value or null, boolean. */
function initial(part) {
  if (part.type === INPUT) return part.value ?? "";
  if (part.type === RADIO) return part.options.find((o) => o.default)?.value ?? null;
  if (part.type === CHECKS) return part.options.filter((o) => o.default).map((o) => o.value);
  if (part.type === CHECK) return Boolean(part.default);
  return preset(part);
}

/** Why `value` may not be sent: a sentence, or "". */
function problemOf(part, value, say) {
  const needed = part.required ?? true;
  if (part.type === INPUT) {
    if (!value) return needed ? say("This is required.") : "";
    if (value.length < (part.min_length ?? 0)) return `${say("Too short")} (${value.length}/${part.min_length})`;
    return value.length > (part.max_length ?? 4000) ? `${say("Too long")} (${value.length}/${part.max_length ?? 4000})` : "";
  }
  if (part.type === RADIO) return needed && value === null ? say("Choose one") : "";
  if (!Array.isArray(value)) return "";
  if (!value.length && !needed) return "";
  const least = part.min_values ?? 1;
  return value.length < Math.max(least, needed ? 1 : 0) ? `${say("Choose at least")} ${Math.max(least, 1)}` : "";
}

export function Modal({ talk }) {
  const data = talk.modal.value;
  return data && html`<${Form} key=${data.interaction_id} data=${data} talk=${talk} />`;
}

function Form({ data, talk }) {
  const modal = data.modal ?? data;
  const parts = fields(modal.components);
  const id = useId();
  const dialog = useRef(null);
  const back = useRef(document.activeElement);
  const [values, setValues] = useState(() =>
    Object.fromEntries(parts.filter(({ part }) => part.custom_id && part.type !== UPLOAD).map(({ part }) => [part.custom_id, initial(part)])));
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const say = talk.words;

  // In the layout phase: later, giving the focus back could take it from where somebody has moved it.
  useLayoutEffect(() => {
    dialog.current.querySelector("input:not([type=hidden]), textarea, .select-face")?.focus();
    return () => { if (back.current?.isConnected) back.current.focus(); };
  }, []);

  const close = () => { talk.modal.value = null; };
  const problems = Object.fromEntries(parts.filter(({ part }) => part.custom_id in values).map(({ part }) => [part.custom_id, problemOf(part, values[part.custom_id], say)]));
  const submit = async (event) => {
    event.preventDefault();
    setTried(true);
    const wrong = parts.find(({ part }) => problems[part.custom_id]);
    if (wrong) {
      dialog.current.querySelector(`[data-custom-id="${CSS.escape(wrong.part.custom_id)}"]`)?.focus();
      return;
    }
    setBusy(true);
    setError("");
    try {
      await api.modal({ user: talk.user, interaction_id: data.interaction_id, values });
      close();
    } catch (refusal) {
      setError(refusal.message);
      setBusy(false);
    }
  };
  const keys = (event) => {
    if (event.key === "Escape") close();
    if (event.key !== "Tab") return;
    const stops = [...dialog.current.querySelectorAll("button, input, textarea, [tabindex='0']")].filter((each) => !each.disabled && each.offsetParent);
    const edge = event.shiftKey ? stops[0] : stops[stops.length - 1];
    if (document.activeElement !== edge) return;
    event.preventDefault();
    (event.shiftKey ? stops[stops.length - 1] : stops[0]).focus();
  };

  return html`<div class="modal-shade" onMouseDown=${(event) => event.target === event.currentTarget && close()}>
    <form class="modal" role="dialog" aria-modal="true" tabindex="-1" aria-labelledby=${`${id}-title`} ref=${dialog} noValidate onSubmit=${submit} onKeyDown=${keys}>
      <header><h2 id=${`${id}-title`}>${modal.title}</h2>
        <button type="button" class="icon-button" aria-label=${say("Close")} onClick=${close}>✕</button></header>
      <div class="modal-parts">
        ${parts.map(({ label, description, part }, index) => html`<${Field}
          key=${part.custom_id ?? index} id=${`${id}-${index}`} label=${label} description=${description} part=${part} talk=${talk}
          value=${values[part.custom_id]} problem=${tried ? problems[part.custom_id] : ""}
          set=${(value) => setValues((held) => ({ ...held, [part.custom_id]: value }))}
        />`)}
      </div>
      ${error && html`<p class="problem" role="alert">${error}</p>`}
      <footer>
        <button type="button" class="button secondary" onClick=${close}>${say("Cancel")}</button>
        <button type="submit" class=${`button primary ${busy ? "waiting" : ""}`} disabled=${busy}>${say("Submit")}</button>
      </footer>
    </form>
  </div>`;
}

function Field({ id, label, description, part, talk, value, set, problem }) {
  const say = talk.words;
  if (part.type === TEXT) return html`<${Markup} source=${part.content} talk=${talk} />`;
  const needed = part.type !== CHECK && (part.required ?? true);
  const described = [description && `${id}-note`, problem && `${id}-problem`].filter(Boolean).join(" ") || undefined;
  const common = { "data-custom-id": part.custom_id, "aria-invalid": Boolean(problem), "aria-describedby": described };
  const notes = html`${description && html`<p class="field-note" id=${`${id}-note`}>${description}</p>`}
    ${problem && html`<p class="problem" id=${`${id}-problem`}>${problem}</p>`}`;
  const star = needed && html`<span class="star" aria-hidden="true"> *</span>`;
  if (part.type === INPUT) {
    const field = { ...common, id, value, placeholder: part.placeholder, maxlength: part.max_length ?? 4000, "aria-required": needed, onInput: (event) => set(event.target.value) };
    return html`<div class="field"><label for=${id}>${label}${star}</label>
      ${part.style === PARAGRAPH ? html`<textarea rows="4" ...${field}></textarea>` : html`<input type="text" autocomplete="off" ...${field} />`}${notes}</div>`;
  }
  if (part.type === RADIO || part.type === CHECKS) {
    const many = part.type === CHECKS;
    const toggle = (each) => (value.includes(each) ? value.filter((v) => v !== each) : [...value, each]);
    return html`<fieldset class="field" ...${common}><legend>${label}${star}</legend>
      ${part.options.map((option) => html`<label class="option" key=${option.value}>
        <input type=${many ? "checkbox" : "radio"} name=${id} value=${option.value} checked=${many ? value.includes(option.value) : value === option.value}
          onChange=${() => set(many ? toggle(option.value) : option.value)} />
        <span>${option.label}${option.description && html`<span class="choice-note">${option.description}</span>`}</span>
      </label>`)}${notes}</fieldset>`;
  }
  if (part.type === CHECK) {
    return html`<div class="field"><label class="option"><input type="checkbox" checked=${value} ...${common} onChange=${(event) => set(event.target.checked)} />
      <span>${label ?? part.label}</span></label>${notes}</div>`;
  }
  if (part.type === UPLOAD) return html`<div class="field"><span class="field-name">${label}</span><p class="field-note">${say("Files cannot be attached here.")}</p></div>`;
  return html`<div class="field"><span class="field-name" id=${`${id}-name`}>${label}${star}</span>
    <${Menu} part=${part} chosen=${value} choose=${set} waiting=${false} talk=${talk} labelledby=${`${id}-name`} invalid=${Boolean(problem)} />${notes}</div>`;
}
