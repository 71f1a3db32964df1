// The panel that the cloud at the foot of the sidebar opens: faults, time, and changes to the channel and person shown.
import * as api from "../../api.js";
import { html, useEffect, useId, useLayoutEffect, useRef, useState } from "../../html.js";
import { channel, columns, front, person, placeOf, shownName, signOf } from "../../store.js";
import { formatted, now } from "../../times.js";

/** How often an open panel refreshes the state of its faults (ms). */
const LOOK = 2000;

export function FaultPanel({ say }) {
  const [open, setOpen] = useState(false);
  const face = useRef(null);
  const close = () => {
    setOpen(false);
    face.current.focus();
  };
  return html`<div class="faults">
    <button type="button" class="icon-button" data-action="faults" ref=${face} aria-expanded=${open} aria-haspopup="dialog"
      aria-label=${say("Faults and time")} title=${say("Faults and time")} onClick=${() => (open ? close() : setOpen(true))}>
      <svg class="cloud" viewBox="0 0 18 18" aria-hidden="true"><path d="M5 11.5a3 3 0 0 1 .2-6 4.2 4.2 0 0 1 8 1 2.6 2.6 0 0 1 .1 5zM6.5 14l-.8 2M9.5 14l-.8 2M12.5 14l-.8 2" /></svg></button>
    ${open && html`<${Panel} say=${say} close=${close} />`}
  </div>`;
}

function Panel({ say, close }) {
  const id = useId();
  const panel = useRef(null);
  const [known, setKnown] = useState([]);
  const [numbers, setNumbers] = useState({});
  const [answer, setAnswer] = useState({ text: "" });
  const [chosen, setChosen] = useState(columns.value[front.value]?.user);
  const users = columns.value.map((column) => column.user);
  const user = users.includes(chosen) ? chosen : users[0];
  const shown = { channel: placeOf(user) ?? "", user: user ?? "" };
  const look = async () => {
    try {
      setKnown(await api.readFaults(shown));
    } catch (refusal) {
      setAnswer({ wrong: true, text: refusal.message });
    }
  };
  useLayoutEffect(() => panel.current.focus(), []);
  useEffect(() => {
    look();
    const timer = setInterval(look, LOOK);
    return () => clearInterval(timer);
  }, [shown.channel, shown.user]);

  const order = async ({ kind, sentence, seconds }) => {
    setAnswer({ text: "" });
    const body = { kind, ...shown, ...(seconds !== null && { seconds: Number(numbers[kind] ?? seconds) }) };
    try {
      setKnown(await api.causeFault(body));
      setAnswer({ text: `✓ ${say(sentence)}` });
    } catch (refusal) {
      setAnswer({ wrong: true, text: say(refusal.message) });
    }
  };
  /** The subject of a group beside its name: the time, the channel, or the person (chosen among the columns). */
  const about = (group) => {
    if (group === "Time") return html` · <time class="clock">${formatted(now.value, "F", person(user)?.locale)}</time>`;
    if (group === "This channel") return `: ${signOf(channel.value)}${channel.value?.name ?? ""}`;
    if (group !== "This person") return null;
    if (users.length < 2) return `: ${shownName(person(user))}`;
    return html` <select aria-label=${say("This person")} value=${user} onChange=${(event) => setChosen(event.target.value)}>
      ${users.map((each) => html`<option key=${each} value=${each}>${shownName(person(each))}</option>`)}</select>`;
  };
  const groups = [...new Set(known.map((each) => each.group))];
  return html`<section class="fault-panel" role="dialog" tabindex="-1" ref=${panel} aria-labelledby=${`${id}-title`}
    onKeyDown=${(event) => event.key === "Escape" && close()}>
    <header><h2 id=${`${id}-title`}>${say("What should happen?")}</h2>
      <button type="button" class="icon-button" aria-label=${say("Close")} onClick=${close}>✕</button></header>
    <div class="fault-list">
      ${groups.map((group) => html`<div key=${group} role="group" aria-label=${group && say(group)}>
        ${group && html`<h3>${say(group)}${about(group)}</h3>`}
        ${known.filter((each) => each.group === group).map((each) => html`<div class="fault" key=${each.kind}>
          <button type="button" class=${`fault-order ${each.active ? "active" : ""}`} data-kind=${each.kind} onClick=${() => order(each)}>
            ${say(each.sentence)}${each.active && html`<span class="unseen"> ${say("(active)")}</span>`}</button>
          ${each.seconds !== null && html`<label class="seconds"><span class="unseen">${`${say(each.sentence)} ${say("seconds")}`}</span>
            <input type="number" min="0" step="any" value=${numbers[each.kind] ?? each.seconds}
              onInput=${(event) => setNumbers({ ...numbers, [each.kind]: event.target.value })} /><span aria-hidden="true">s</span></label>`}
        </div>`)}
      </div>`)}
    </div>
    <p class=${`fault-answer ${answer.wrong ? "problem" : ""}`} role=${answer.wrong ? "alert" : "status"}>${answer.text}</p>
  </section>`;
}
