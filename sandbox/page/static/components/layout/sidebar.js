// Servers, channels and threads.
import { html } from "../../html.js";
import { channelId, DIRECT, go, guilds, listed, person, setTheme, signOf, theme, unread, world } from "../../store.js";
import { Avatar } from "../message/avatar.js";
import { FaultPanel } from "./fault-panel.js";

const VOICE_LIKE = 5;
const THEMES = { auto: "◐", light: "☀", dark: "☾" };

export function Sidebar({ say, open, close }) {
  const order = Object.keys(THEMES);
  const next = order[(order.indexOf(theme.value) + 1) % order.length];
  const names = { auto: say("like the system"), light: say("light"), dark: say("dark") };
  const bot = world.value?.application;
  return html`<nav class=${`sidebar ${open ? "open" : ""}`} aria-label=${say("Channels")}>
    <div class="guilds">
      ${guilds.value.map((guild) => html`<section class="guild" key=${guild.id} aria-labelledby=${`guild-${guild.id}`}>
        <h2 id=${`guild-${guild.id}`}>${guild.name}</h2>
        ${listed(guild.channels).map(({ category, rows }) => rows.length > 0 && html`
          ${category && html`<h3>${category.name}</h3>`}
          <ul>${rows.map((row) => html`<${Row} key=${row.channel.id} ...${row} say=${say} close=${close} />`)}</ul>`)}
        ${guild.bot === false && html`<p class="guild-note">${say("The bot is not in this server.")}</p>`}
      </section>`)}
      ${bot && html`<section class="guild" aria-labelledby="guild-direct">
        <h2 id="guild-direct">${say("Direct messages")}</h2>
        <ul><${Row} channel=${{ id: DIRECT, type: 1, name: bot.name }} depth=${0} say=${say} close=${close} /></ul>
      </section>`}
    </div>
    <footer class="sidebar-foot">
      ${bot ? html`<${Avatar} member=${{ username: bot.name, bot: true, id: bot.id, ...person(bot.id) }} small /><span class="bot-name">${bot.name}</span>` : html`<span class="bot-name">${say("No bot is here yet.")}</span>`}
      <${FaultPanel} say=${say} />
      <button type="button" class="icon-button" data-action="theme" aria-label=${`${say("Theme")}: ${names[theme.value]}`} title=${`${say("Theme")}: ${names[theme.value]}`} onClick=${() => setTheme(next)}>
        <span aria-hidden="true">${THEMES[theme.value]}</span></button>
    </footer>
  </nav>`;
}

function Row({ channel, depth, say, close }) {
  const here = channel.id === channelId.value;
  const fresh = unread.value.has(channel.id);
  const states = [fresh && say("new messages"), channel.archived && say("archived"), channel.locked && say("locked")].filter(Boolean);
  return html`<li>
    <button type="button" class=${`channel depth-${depth} ${here ? "here" : ""} ${fresh ? "fresh" : ""} ${channel.archived ? "archived" : ""}`}
      aria-current=${here ? "page" : undefined} onClick=${() => { go(channel.id); close(); }}>
      <span class="hash" aria-hidden="true">${depth ? "↳" : channel.type === VOICE_LIKE ? "◈" : signOf(channel)}</span>
      <span class="channel-name">${channel.name}</span>
      ${channel.locked && html`<svg class="lock" viewBox="0 0 12 12" aria-hidden="true"><rect x="2" y="5.5" width="8" height="5.5" rx="1" /><path d="M4 5.5V3.6a2 2 0 0 1 4 0v1.9" /></svg>`}
      ${states.length > 0 && html`<span class="unseen">, ${states.join(", ")}</span>`}
    </button></li>`;
}
