// The text box: plain text becomes a message; a slash opens the list of commands; a chosen command becomes a row of pills.
import { complete, matching, runnable } from "../../commands.js";
import { html, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "../../html.js";
import { channel, person, signOf } from "../../store.js";
import { CommandLine } from "./command-line.js";
import { comboboxProps, Suggestions } from "./suggestions.js";

export function Composer({ talk }) {
  const locale = person(talk.user)?.locale;
  const commands = talk.commands.value;
  const list = useMemo(() => runnable(commands, locale), [commands, locale]);
  const draft = talk.draft.value;
  const command = draft.command && list.find((each) => each.path === draft.command);
  const say = talk.words;
  return html`<div class="composer" data-composer=${talk.user}>
    ${command
      ? html`<${CommandLine} key=${command.path} talk=${talk} command=${command} />`
      : html`<${TextLine} talk=${talk} list=${list} />`}
    ${talk.notice.value && html`<p class="notice" role="alert">
      <span>${say(talk.notice.value)}</span>
      <button type="button" class="icon-button" aria-label=${say("Dismiss")} onClick=${() => { talk.notice.value = ""; }}>✕</button>
    </p>`}
  </div>`;
}

/** Start `command` in the text box; `rest`, typed after its name, goes into the first option. */
export function takeUp(talk, command, rest = "") {
  const required = command.options.filter((o) => o.required).map((o) => o.name);
  const shown = required.length || !rest ? required : [command.options[0]?.name].filter(Boolean);
  const values = rest && shown.length ? { [shown[0]]: { text: rest } } : {};
  talk.notice.value = "";
  talk.draft.value = { ...talk.draft.value, text: "", command: command.path, values, shown, focus: talk.draft.value.focus + 1 };
}

function TextLine({ talk, list }) {
  const id = useId();
  const field = useRef(null);
  const [active, setActive] = useState(0);
  const [closed, setClosed] = useState(false);
  const { text, focus } = talk.draft.value;
  const say = talk.words;
  const asks = text.startsWith("/") && !text.includes("\n");
  const found = useMemo(() => (asks ? matching(list, text.slice(1)) : []), [asks, list, text]);
  const open = asks && !closed;
  const items = found.map((each) => ({ key: each.path, name: `/${each.shown}`, note: each.description, tag: tagOf(each, say) }));

  useLayoutEffect(() => {
    if (!focus) return;
    field.current.focus();
    field.current.setSelectionRange(text.length, text.length);
  }, [focus]);
  useLayoutEffect(() => {
    field.current.style.height = "auto";
    field.current.style.height = `${field.current.scrollHeight}px`;
  }, [text]);
  // Text put in from outside ("/docker new " by a click on a mention) may be a whole command already.
  useLayoutEffect(() => {
    const whole = text.startsWith("/") && complete(list, text.slice(1));
    if (whole) takeUp(talk, whole.command, whole.rest);
  }, [text, list]);

  const write = (value) => {
    setActive(0);
    setClosed(false);
    talk.draft.value = { ...talk.draft.value, text: value };
  };
  const send = async () => {
    const content = text.trim();
    if (!content) return;
    if (content.startsWith("/") && !/^\/\S*\//.test(content)) {
      talk.notice.value = "There is no such command here.";
      return;
    }
    write("");
    if (!(await talk.say(content)) && !talk.draft.value.text) write(text);
  };
  const key = (event) => {
    if (event.isComposing) return;
    const last = items.length - 1;
    if (open && items.length && event.key === "ArrowDown") setActive(active >= last ? 0 : active + 1);
    else if (open && items.length && event.key === "ArrowUp") setActive(active <= 0 ? last : active - 1);
    else if (open && event.key === "Escape") setClosed(true);
    else if (open && items.length && (event.key === "Enter" || event.key === "Tab") && !event.shiftKey) takeUp(talk, found[active]);
    else if (event.key === "Enter" && !event.shiftKey) send();
    else return;
    event.preventDefault();
  };
  const locked = channel.value?.locked;
  const here = `${signOf(channel.value)}${channel.value?.name ?? ""}`;
  return html`<div class="box">
    ${open && html`<${Suggestions} id=${id} items=${items} active=${active} hover=${setActive} pick=${(at) => takeUp(talk, found[at])}
      label=${say("Commands")} empty=${say("There is no such command here.")} hint=${say("Commands")} />`}
    <textarea
      ref=${field} rows="1" value=${text} maxlength="2000" disabled=${locked} ...${comboboxProps(id, open, active)}
      aria-label=${say("Message {channel}", { channel: here })}
      placeholder=${locked ? say("This thread is locked.") : say("Message {channel}, or /", { channel: here })}
      onInput=${(event) => write(event.target.value)} onKeyDown=${key} onBlur=${() => setClosed(true)} onFocus=${() => setClosed(false)}
    ></textarea>
    <button type="button" class="send" aria-label=${say("Send")} disabled=${!text.trim() || locked} onClick=${send}>➤</button>
  </div>`;
}

function tagOf(command, say) {
  const required = command.options.filter((o) => o.required).length;
  const rest = command.options.length - required;
  if (!command.options.length) return "";
  return required ? say("{count} required", { count: required }) : say("+{count} optional", { count: rest });
}
