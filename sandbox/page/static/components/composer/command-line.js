// A chosen slash command in the text box: its name, a pill per option, and a last field that offers the other options.
import { descriptionIn, fixedChoices, nameIn, valueOf } from "../../commands.js";
import { html, useEffect, useId, useLayoutEffect, useRef, useState } from "../../html.js";
import { guild, person } from "../../store.js";
import { comboboxProps, Suggestions } from "./suggestions.js";

/** Autocomplete is requested after this long without typing (ms). */
const PAUSE = 200;
const TAIL = "";

export function CommandLine({ talk, command }) {
  const id = useId();
  const row = useRef(null);
  const { values, shown, focus } = talk.draft.value;
  const locale = person(talk.user)?.locale;
  const say = talk.words;
  const [focused, setFocused] = useState(null);
  const [active, setActive] = useState(0);
  const [closed, setClosed] = useState(false);
  /** Autocomplete's last answer and its question: nothing may be picked from an outdated answer. */
  const [answer, setAnswer] = useState({ asked: null, choices: [], problem: "" });
  /** The question for which Enter was pressed too early: its first choice is taken once the answer arrives. */
  const eager = useRef(null);
  const [problems, setProblems] = useState({});
  const [tail, setTail] = useState("");

  const option = command.options.find((o) => o.name === focused) ?? null;
  const remaining = command.options.filter((o) => !shown.includes(o.name));
  const entry = values[focused] ?? { text: "" };
  const context = {
    locale, say, members: guild.value?.members ?? [], channels: guild.value?.channels ?? [], roles: guild.value?.roles ?? [],
  };

  const change = (part) => { talk.draft.value = { ...talk.draft.value, ...part }; };
  // Move the focus in the layout phase: a pill just added exists by then, and the next key has not arrived yet.
  const goal = useRef(null);
  const [, redraw] = useState(0);
  const focusOn = (name) => {
    goal.current = name;
    redraw((count) => count + 1);
  };
  const nextOpen = (held, after) => shown.find((name) => name !== after && !held[name]?.text) ?? TAIL;

  useLayoutEffect(() => { goal.current = nextOpenAtStart(shown, values); }, [focus]);
  useLayoutEffect(() => {
    const field = goal.current !== null && row.current.querySelector(`[data-option="${goal.current}"]`);
    if (!field) return;
    goal.current = null;
    field.focus();
  });

  const asked = option?.autocomplete && entry.value === undefined ? `${focused}\n${entry.text}` : null;
  const busy = asked !== null && answer.asked !== asked;
  useEffect(() => {
    if (asked === null) return undefined;
    let current = true;
    const timer = setTimeout(async () => {
      try {
        const found = await talk.complete(command.path, typed(command, values), focused);
        if (!current) return;
        const suggested = found.map((c) => ({ name: nameIn(c, locale), value: c.value, note: "" }));
        setAnswer({ asked, choices: suggested, problem: "" });
        if (eager.current === asked && suggested.length) take(suggested[0]);
      } catch (error) {
        if (current) setAnswer({ asked, choices: [], problem: error.message });
      }
    }, PAUSE);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [asked]);

  const choices = option ? choicesFor(option, entry, busy ? [] : answer.choices, context) : null;
  const wanted = tail.trim().toLowerCase();
  const offers = remaining.filter((o) => `${nameIn(o, locale)} ${o.name}`.toLowerCase().includes(wanted));
  const items = option
    ? (choices ?? []).map((c) => ({ key: String(c.value), name: c.name, note: c.note }))
    : offers.map((o) => ({ key: o.name, name: nameIn(o, locale), note: descriptionIn(o, locale), tag: say("optional") }));
  const open = focused !== null && !closed && (option ? choices !== null : offers.length > 0);
  // In the last field Enter sends, so nothing is marked there until an arrow key or a letter asks for it.
  const mark = Math.min(option || wanted ? Math.max(active, 0) : active, items.length - 1);

  const write = (text) => {
    setActive(0);
    setClosed(false);
    setProblems({ ...problems, [focused]: "" });
    change({ values: { ...values, [focused]: { text } } });
  };
  const pick = (at) => {
    if (!option) {
      const name = offers[at].name;
      setTail("");
      change({ shown: [...shown, name] });
      return focusOn(name);
    }
    return take(choices[at]);
  };
  const take = (choice) => {
    const held = { ...values, [focused]: { text: choice.name, value: choice.value } };
    setProblems({ ...problems, [focused]: "" });
    change({ values: held });
    return focusOn(nextOpen(held, focused));
  };
  const leave = (text) => change({ text, command: null, values: {}, shown: [], focus: focus + 1 });
  const drop = (name) => {
    const index = shown.indexOf(name);
    const { [name]: _, ...rest } = values;
    change({ values: rest, shown: shown.filter((each) => each !== name) });
    focusOn(shown[index - 1] ?? TAIL);
  };
  const send = async () => {
    const found = {};
    const options = {};
    for (const each of command.options) {
      const held = values[each.name] ?? { text: "" };
      if (!each.required && !held.text) continue;
      const { value, problem } = valueOf(each, held, say);
      if (problem) found[each.name] = problem;
      else options[each.name] = value;
    }
    setProblems(found);
    const first = Object.keys(found)[0];
    if (first) {
      if (!shown.includes(first)) change({ shown: [...shown, first] });
      return focusOn(first);
    }
    const before = talk.draft.value;
    leave("");
    if (!(await talk.slash(command.path, options))) talk.draft.value = { ...before, focus: talk.draft.value.focus + 1 };
    return undefined;
  };
  const key = (event) => {
    if (event.isComposing) return;
    const last = items.length - 1;
    const at = event.target.selectionStart === 0 && event.target.selectionEnd === 0;
    if (open && items.length && event.key === "ArrowDown") setActive(mark >= last ? 0 : mark + 1);
    else if (open && items.length && event.key === "ArrowUp") setActive(mark <= 0 ? last : mark - 1);
    else if (event.key === "Escape" && open) setClosed(true);
    else if (event.key === "Escape") leave("");
    else if (event.key === "Enter" && open && mark >= 0 && entry.value === undefined) pick(mark);
    else if (event.key === "Enter" && busy && entry.text) eager.current = asked;
    else if (event.key === "Enter") send();
    else if (event.key === "Tab" && !event.shiftKey && open && mark >= 0 && entry.value === undefined) pick(mark);
    else if (event.key === "Backspace" && at && !event.target.value) back();
    else return;
    event.preventDefault();
  };
  const back = () => {
    if (!option && shown.length) return focusOn(shown[shown.length - 1]);
    const index = shown.indexOf(focused);
    if (option && !option.required) return drop(focused);
    if (index > 0) return focusOn(shown[index - 1]);
    return leave(`/${command.shown}`);
  };
  const field = (name) => ({
    "data-option": name,
    ...comboboxProps(id, open && focused === name, mark),
    onFocus: () => { setFocused(name); setActive(name === TAIL ? -1 : 0); setClosed(false); },
    onKeyDown: key,
  });

  return html`<div class="box command" ref=${row} role="group" aria-label=${`/${command.shown}`}
    onFocusOut=${(event) => { if (!event.currentTarget.contains(event.relatedTarget)) setFocused(null); }}>
    ${open && html`<${Suggestions} id=${id} items=${items} active=${mark} hover=${setActive} pick=${pick}
      hint=${option ? hintOf(option, locale, say) : say("More options: arrow keys, then Enter")}
      busy=${busy && say("Looking…")} empty=${answer.problem || say("No matches.")} label=${option ? nameIn(option, locale) : say("optional")} />`}
    ${!open && option && html`<div class="suggestions"><p class="suggestions-hint">${hintOf(option, locale, say)}</p></div>`}
    <div class="pills">
      <span class="command-name">/${command.shown}</span>
      ${shown.map((name) => {
        const each = command.options.find((o) => o.name === name);
        const held = values[name] ?? { text: "" };
        return html`<label class=${`pill ${problems[name] ? "wrong" : ""} ${focused === name ? "focused" : ""}`} key=${name}>
          <span class="pill-name">${nameIn(each, locale)}${each.required ? "" : html`<span class="pill-optional" aria-hidden="true">?</span>`}</span>
          <input type="text" autocomplete="off" spellcheck=${false} size=${Math.max(4, Math.min(28, held.text.length + 1))} value=${held.text}
            aria-required=${each.required} aria-invalid=${Boolean(problems[name])} aria-describedby=${problems[name] ? `${id}-problem` : undefined}
            ...${field(name)} onInput=${(event) => write(event.target.value)} />
          ${!each.required && html`<button type="button" class="pill-drop" tabindex="-1" aria-label=${`${say("Remove")} ${nameIn(each, locale)}`} onClick=${() => drop(name)}>✕</button>`}
        </label>`;
      })}
      <input type="text" class="tail" autocomplete="off" spellcheck=${false} value=${tail} aria-label=${say("Enter sends; arrow keys offer more options")}
        placeholder=${remaining.length ? say("Enter sends · ↓ more options") : say("Enter sends")}
        ...${field(TAIL)} onInput=${(event) => { setTail(event.target.value); setActive(0); setClosed(false); }} />
    </div>
    ${Object.values(problems).some(Boolean) && html`<p class="problem" id=${`${id}-problem`} role="alert">
      ${Object.entries(problems).filter(([, text]) => text).map(([name, text]) => `${nameIn(command.options.find((o) => o.name === name), locale)}: ${text}`).join(" ")}
    </p>`}
    <button type="button" class="send" aria-label=${say("Send")} onClick=${send}>➤</button>
  </div>`;
}

const nextOpenAtStart = (shown, values) => shown.find((name) => !values[name]?.text || values[name].value === undefined) ?? TAIL;

/** The values of the options so far, for autocomplete; unfinished text counts as text. */
const typed = (command, values) =>
  Object.fromEntries(command.options.flatMap((o) => (values[o.name]?.text ? [[o.name, values[o.name].value ?? values[o.name].text]] : [])));

/** The list to show for `option`: autocomplete's answer, the fixed choices that fit what was typed, or null for free text. */
function choicesFor(option, entry, suggested, context) {
  if (option.autocomplete) return entry.value === undefined ? suggested : null;
  const fixed = fixedChoices(option, context);
  if (!fixed || entry.value !== undefined) return fixed;
  const wanted = entry.text.trim().toLowerCase();
  return fixed.filter((c) => `${c.name} ${c.note}`.toLowerCase().includes(wanted));
}

function hintOf(option, locale, say) {
  const { min_value: least, max_value: most } = option;
  const limits = [];
  if (!option.choices?.length && least != null && most != null) limits.push(`${least}–${most}`);
  else if (!option.choices?.length && (least ?? most) != null) limits.push(least != null ? `≥ ${least}` : `≤ ${most}`);
  const kind = option.required ? say("required") : say("optional");
  return html`<strong>${nameIn(option, locale)}</strong> ${descriptionIn(option, locale)} <span class="choice-tag">${[kind, ...limits].join(" · ")}</span>`;
}
