// The message list of one column: stays at the newest message unless its person scrolled up.
import { html, useEffect, useLayoutEffect, useRef, useState } from "../../html.js";
import { aim, channel, person, shownName, signOf } from "../../store.js";
import { continues, Message, spoken } from "./message.js";

const NEAR = 80;

export function Messages({ talk }) {
  const scroller = useRef(null);
  const inside = useRef(null);
  const stuck = useRef(true);
  const [behind, setBehind] = useState(false);
  const messages = talk.messages.value;
  const say = talk.words;
  const here = channel.value;

  // The size watcher may report once more while its column is being taken away.
  const toEnd = () => scroller.current?.scrollTo(0, scroller.current.scrollHeight);
  // Pictures grow while they load, so scroll to the end whenever the content's size changes.
  useEffect(() => {
    const watcher = new ResizeObserver(() => { if (stuck.current) toEnd(); });
    watcher.observe(inside.current);
    watcher.observe(scroller.current);
    return () => watcher.disconnect();
  }, []);
  useLayoutEffect(() => { stuck.current = true; }, [here?.id]);
  useLayoutEffect(() => { if (stuck.current) toEnd(); }, [messages]);
  useLayoutEffect(() => {
    stuck.current = true;
    toEnd();
  }, [talk.sent.value]);
  // A message that was linked to comes into view, and the list stays there.
  const found = useRef(null);
  useLayoutEffect(() => {
    const target = aim.value && found.current !== aim.value && inside.current.querySelector(`[data-id="${CSS.escape(aim.value)}"]`);
    if (target) {
      stuck.current = false;
      target.scrollIntoView({ block: "center" });
    }
    if (target || !aim.value) found.current = aim.value;
  }, [messages, aim.value]);
  // Scroll to an answer to this person's own press, wherever they had scrolled to.
  const newest = messages[messages.length - 1];
  const answered = newest?.ephemeral ? newest.id : null;
  useLayoutEffect(() => {
    if (answered) {
      stuck.current = true;
      toEnd();
    }
  }, [answered]);

  return html`<div class="scroller-frame">
    <div
      class="scroller" ref=${scroller} tabindex="0" role="region" aria-label=${say("Messages in {channel}", { channel: `${signOf(here)}${here?.name ?? ""}` })}
      onScroll=${() => {
        const { scrollTop, scrollHeight, clientHeight } = scroller.current;
        stuck.current = scrollHeight - scrollTop - clientHeight < NEAR;
        setBehind(!stuck.current);
      }}
    >
      <div ref=${inside} class="scroller-inside">
        ${here && talk.loaded.value && html`<div class="beginning">
          <svg viewBox="0 0 64 24" aria-hidden="true"><path d="M2 15c5 0 5-5 10-5s5 5 10 5 5-5 10-5 5 5 10 5 5-5 10-5 5 5 10 5" /><path d="M2 21c5 0 5-5 10-5s5 5 10 5 5-5 10-5 5 5 10 5 5-5 10-5 5 5 10 5" /></svg>
          <h3>${signOf(here)}${here.name}</h3>
          <p>${say("This is the beginning of the channel.")}</p>
        </div>`}
        ${!talk.loaded.value && html`<p class="loading">${say("Loading…")}</p>`}
        <ol class="messages">
          ${messages.map((message, index) => html`<${Message} key=${message.id} message=${message} talk=${talk} follows=${continues(message, messages[index - 1])} />`)}
        </ol>
      </div>
    </div>
    ${behind && html`<button type="button" class="to-end" onClick=${() => { stuck.current = true; toEnd(); }}>↓ ${say("Newest")}</button>`}
    <p class="typing" aria-live="off">${talk.typing.value.length > 0 && html`<span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>
      ${say("{name} is typing…", { name: talk.typing.value.map((id) => shownName(person(id))).join(", ") })}`}</p>
    <${Announcer} talk=${talk} />
  </div>`;
}

/** Reads out new messages. The list itself is no live region, because every ticking timestamp would be read. */
function Announcer({ talk }) {
  const message = talk.arrived.value;
  return html`<p class="unseen" aria-live="polite">${message ? spoken(message) : ""}</p>`;
}
