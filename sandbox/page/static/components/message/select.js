// A menu to choose from: string, user, role, mentionable and channel selects, in messages and in modals.
import { html, useEffect, useId, useRef, useState } from "../../html.js";
import { guild, person, shownName, world } from "../../store.js";
import { Avatar } from "./avatar.js";
import { Emoji } from "./button.js";
import { usePopover } from "./popover.js";

const STRING = 3;
const USER = 5;
const ROLE = 6;
const MENTIONABLE = 7;
const CHANNEL = 8;

/** What a select offers: [{value, label, description, emoji, member}]. */
export function offered(part, talk) {
  if (part.type === STRING) return part.options ?? [];
  const here = guild.value;
  const both = [person(talk.user), person(world.value?.application?.id)].filter(Boolean);
  const members = (here?.members ?? both).map((m) => ({ value: m.id, label: shownName(m), description: m.username, member: m }));
  const roles = (here?.roles ?? []).map((r) => ({ value: r.id, label: `@${r.name}` }));
  if (part.type === USER) return members;
  if (part.type === ROLE) return roles;
  if (part.type === MENTIONABLE) return [...members, ...roles];
  if (part.type !== CHANNEL) return [];
  const wanted = part.channel_types ?? [];
  return (here?.channels ?? [])
    .filter((c) => !wanted.length || wanted.includes(c.type))
    .map((c) => ({ value: c.id, label: `#${c.name}` }));
}

/** Whether an option matches the search text `wanted`. */
const fits = (option, wanted) =>
  [option.label, option.description ?? ""].some((text) => text.toLowerCase().includes(wanted.trim().toLowerCase()));

/** The initial choice: the defaults of a string select, the default_values of another one. */
export const preset = (part) =>
  part.type === STRING
    ? (part.options ?? []).filter((o) => o.default).map((o) => o.value)
    : (part.default_values ?? []).map((d) => d.id);

/** The select in a message: choosing sends at once (several values: when the menu closes). */
export function MessageSelect({ part, talk, message }) {
  const first = preset(part);
  const [chosen, setChosen] = useState(first);
  // An edit of the message replaces the choice by its defaults; until then the choice just made stays visible.
  useEffect(() => setChosen(first), [first.join(), message.edited_timestamp]);
  const waiting = talk.isWaiting(message.id, part.custom_id);
  return html`<${Menu}
    part=${part} chosen=${chosen} waiting=${waiting} talk=${talk}
    choose=${(values) => {
      setChosen(values);
      talk.use(message, part.custom_id, values);
    }}
  />`;
}

/** The control itself. `choose(values)` is called once the person is done; `labelledby` names it (else its placeholder). */
export function Menu({ part, chosen, choose, waiting, talk, labelledby, invalid }) {
  const all = offered(part, talk);
  const [wanted, setWanted] = useState("");
  const searched = part.type !== STRING;
  const options = searched ? all.filter((o) => fits(o, wanted)) : all;
  const least = part.min_values ?? 1;
  const most = part.max_values ?? 1;
  const many = most > 1;
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const [draft, setDraft] = useState(chosen);
  const face = useRef(null);
  const popup = useRef(null);
  const list = useRef(null);
  const id = useId();
  const disabled = part.disabled || waiting;
  const placeholder = part.placeholder || talk.words(many ? "Choose" : "Choose one");

  usePopover(popup, open, () => face.current, (box) => box.querySelector("input") ?? list.current);
  useEffect(() => {
    if (open) list.current.children[at]?.scrollIntoView({ block: "nearest" });
  }, [at, open]);

  const start = () => {
    if (disabled) return;
    setDraft(chosen);
    setWanted("");
    setAt(Math.max(0, all.findIndex((o) => chosen.includes(o.value))));
    setOpen(true);
  };
  const close = (values) => {
    setOpen(false);
    face.current.focus();
    if (values) choose(values);
  };
  const enough = draft.length >= least && draft.length <= most;
  const changed = draft.length !== chosen.length || draft.some((v) => !chosen.includes(v));
  const done = () => close(many && enough && changed ? draft : null);
  const pick = (option) => {
    if (!option) return;
    const has = draft.includes(option.value);
    if (!many) close(has && least === 0 ? [] : [option.value]);
    else if (has) setDraft(draft.filter((v) => v !== option.value));
    else if (draft.length < most) setDraft([...draft, option.value]);
  };
  const key = (event) => {
    const last = options.length - 1;
    // What is typed goes into the search box, where there is one.
    const typed = event.key.length === 1 || event.key === "Home" || event.key === "End";
    if (typed && event.target.tagName === "INPUT") return undefined;
    const moves = { ArrowDown: Math.min(last, at + 1), ArrowUp: Math.max(0, at - 1), Home: 0, End: last };
    if (event.key in moves) setAt(moves[event.key]);
    else if (event.key === "Enter" && many) (options[at] && !draft.includes(options[at].value) && draft.length < least ? pick(options[at]) : done());
    else if (event.key === "Enter" || event.key === " ") pick(options[at]);
    else if (event.key === "Escape") close(null);
    else if (event.key === "Tab") return done();
    else if (event.key.length === 1) {
      const found = options.findIndex((o, i) => i > at && o.label.toLowerCase().startsWith(event.key.toLowerCase()));
      const any = options.findIndex((o) => o.label.toLowerCase().startsWith(event.key.toLowerCase()));
      setAt(found >= 0 ? found : Math.max(any, 0));
    } else return undefined;
    event.preventDefault();
    event.stopPropagation();
    return undefined;
  };

  const shown = all.filter((o) => (open ? draft : chosen).includes(o.value));
  return html`<div class="select">
    <button
      type="button" class=${`select-face ${waiting ? "waiting" : ""}`} ref=${face} id=${`${id}-face`} disabled=${part.disabled}
      aria-haspopup="listbox" aria-expanded=${open} aria-busy=${waiting} data-custom-id=${part.custom_id}
      aria-labelledby=${labelledby ? `${labelledby} ${id}-face` : undefined} aria-invalid=${invalid || undefined}
      onClick=${start}
      onKeyDown=${(event) => {
        if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
        event.preventDefault();
        start();
      }}
    >
      <span class=${shown.length ? "chosen" : "placeholder"}>
        ${shown.length ? shown.map((o) => html`<span class="chip">${o.emoji && html`<${Emoji} emoji=${o.emoji} />`}${o.label}</span>`) : placeholder}
      </span>
      ${open && many && html`<span class="count">${draft.length} / ${least === most ? most : `${least}–${most}`}</span>`}
      ${waiting ? html`<span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>` : html`<span class="arrow" aria-hidden="true">▾</span>`}
    </button>
    ${open && html`<div class="popup" popover="manual" ref=${popup} onKeyDown=${key}
      onFocusOut=${() => setTimeout(() => { if (popup.current && !popup.current.contains(document.activeElement)) { setOpen(false); if (many && enough && changed) choose(draft); } })}
    >
      ${searched && html`<input type="text" class="search" role="combobox" autocomplete="off" placeholder=${talk.words("Search")} aria-label=${talk.words("Search")}
        aria-expanded="true" aria-controls=${`${id}-list`} aria-activedescendant=${options.length ? `${id}-${at}` : undefined} value=${wanted}
        onInput=${(event) => { setWanted(event.target.value); setAt(0); }} />`}
      <div class="listbox" id=${`${id}-list`} role="listbox" tabindex="-1" ref=${list} aria-label=${placeholder}
        aria-multiselectable=${many} aria-activedescendant=${options.length ? `${id}-${at}` : undefined}>
      ${options.map((option, index) => html`<div
        key=${option.value} id=${`${id}-${index}`} role="option" aria-selected=${draft.includes(option.value)} data-value=${option.value}
        class=${`choice ${index === at ? "active" : ""} ${!draft.includes(option.value) && many && draft.length >= most ? "full" : ""}`}
        onMouseDown=${(event) => event.preventDefault()} onMouseMove=${() => setAt(index)} onClick=${() => pick(option)}
      >
        ${option.member && html`<${Avatar} member=${option.member} small />`}
        ${option.emoji && html`<${Emoji} emoji=${option.emoji} />`}
        <span class="choice-text"><span class="choice-name">${option.label}</span>
          ${option.description && html`<span class="choice-note">${option.description}</span>`}</span>
        ${many ? html`<span class="tick square" aria-hidden="true">${draft.includes(option.value) ? "✓" : ""}</span>`
          : draft.includes(option.value) && html`<span class="tick" aria-hidden="true">✓</span>`}
      </div>`)}
      ${!options.length && html`<div class="choice none" role="option" aria-disabled="true" aria-selected="false">${talk.words(wanted ? "No matches." : "Nothing to choose from.")}</div>`}
      </div>
    </div>`}
  </div>`;
}
