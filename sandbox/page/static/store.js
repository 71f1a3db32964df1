// The state of the whole page: the world, the people acted as, the channel and the theme.
import * as api from "./api.js";
import * as address from "./address.js";
import { Conversation } from "./conversation.js";
import { batch, computed, effect, signal } from "./html.js";
import { sync } from "./times.js";

/** Each column holds an event stream open, and browsers allow six connections to one address. */
export const MOST_COLUMNS = 4;

const TEXT_CHANNELS = [0, 5, 10, 11, 12];
const CATEGORY = 4;
const DM = 1;

/** Stands for everybody's own direct messages with the bot, as if they were one channel. */
export const DIRECT = "@me";

export const world = signal(null);
export const failure = signal("");
export const channelId = signal(null);
export const unread = signal(new Set());
export const theme = signal(address.remembered("theme", "auto"));
export const helped = signal(address.remembered("helped", "no") === "yes");
/** The side-by-side people: one conversation a column. */
export const columns = signal([]);
/** The column that a phone shows. */
export const front = signal(0);
/** The picture shown large: {items: [{url, description}], at} or null. */
export const zoomed = signal(null);

export const guilds = computed(() => world.value?.guilds ?? []);

/** The guild the shown channel belongs to; direct messages are in none. */
export const guild = computed(() =>
  channelId.value === DIRECT
    ? null
    : guilds.value.find((each) => each.channels.some((c) => c.id === channelId.value)) ?? guilds.value[0] ?? null,
);
export const channel = computed(() =>
  channelId.value === DIRECT
    ? { id: DIRECT, type: DM, name: world.value?.application?.name ?? "" }
    : guild.value?.channels.find((c) => c.id === channelId.value) ?? null,
);

/** What stands before a channel's name. */
export const signOf = (each) => (each?.type === DM ? "@" : "#");

/** The real channel `user` is in while `channelId` is shown. */
export const placeOf = (user) => (channelId.value === DIRECT ? world.value?.direct?.[user] ?? null : channelId.value);

/** Everybody who can be acted as, members of the server or not. */
export const people = computed(() => world.value?.people ?? []);

/** A guild's channels in the order they are listed: categories with their children, threads under their channel. */
export function listed(channels) {
  const inside = (parent) => channels.filter((c) => (c.parent_id ?? null) === parent);
  const texts = (parent) =>
    inside(parent).filter((c) => TEXT_CHANNELS.includes(c.type)).flatMap((c) => [
      { channel: c, depth: 0 },
      ...inside(c.id).map((thread) => ({ channel: thread, depth: 1 })),
    ]);
  const categories = inside(null).filter((c) => c.type === CATEGORY);
  return [{ category: null, rows: texts(null) }, ...categories.map((c) => ({ category: c, rows: texts(c.id) }))];
}

/** Anybody who may be mentioned, by id. */
export function person(id) {
  for (const each of [people.value, ...guilds.value.map((guild) => guild.members)]) {
    const member = each.find((m) => m.id === id);
    if (member) return member;
  }
  return null;
}

export const shownName = (member) => member?.nick || member?.global_name || member?.username || "somebody";

export function channelName(id) {
  for (const each of guilds.value) {
    const found = each.channels.find((c) => c.id === id);
    if (found) return found.name;
  }
  return "unknown";
}

export const role = (id) => guilds.value.flatMap((each) => each.roles ?? []).find((each) => each.id === id) ?? null;

/** Fetch the world again; a missing channel or person is replaced by the first one. */
export async function refresh() {
  try {
    world.value = await api.world();
    sync(world.value.now);
    failure.value = "";
  } catch (error) {
    failure.value = error.message;
    return;
  }
  if (!channel.value) {
    const first = guilds.value.flatMap((each) => listed(each.channels).flatMap((group) => group.rows))[0];
    channelId.value = first?.channel.id ?? null;
  }
  const known = columns.value.filter((column) => people.value.some((p) => p.id === column.user));
  if (known.length !== columns.value.length || !known.length) seat(known.map((column) => column.user));
}

let refreshing = null;

/** Fetch the world soon, once for a burst of changes. */
function refreshSoon() {
  clearTimeout(refreshing);
  refreshing = setTimeout(refresh, 100);
}

/** Show exactly these people side by side (the first person if none are given), keeping their open conversations. */
export function seat(users) {
  const wanted = users.length ? users : people.value.slice(0, 1).map((p) => p.id);
  const kept = new Map(columns.value.map((column) => [column.user, column]));
  const next = [...new Set(wanted)].slice(0, MOST_COLUMNS).map((user) => kept.get(user) ?? open(user));
  for (const column of columns.value) if (!next.includes(column)) column.close();
  batch(() => {
    columns.value = next;
    front.value = Math.min(front.value, Math.max(0, next.length - 1));
  });
}

function open(user) {
  const column = new Conversation(user, {
    elsewhere: (id) => {
      const own = Object.values(world.value?.direct ?? {}).includes(id);
      unread.value = new Set(unread.value).add(own ? DIRECT : id);
    },
    changed: refreshSoon,
    acted: gotHelp,
    language: () => person(user)?.locale,
  });
  column.show(guild.value?.id ?? null, placeOf(user));
  return column;
}

/** Show another channel in every column. */
export function go(id) {
  batch(() => {
    aim.value = null;
    channelId.value = id;
    const rest = new Set(unread.value);
    rest.delete(id);
    unread.value = rest;
  });
}

/** The message to show after a link to it was followed. */
export const aim = signal(null);

/** The target of a link to a channel or message of this world, {channel, message}; null for any other address. */
function linked(url) {
  const found = /^https:\/\/(?:\w+\.)?discord\.com\/channels\/(?:@me|\d+)\/(\d+)(?:\/(\d+))?\/?$/.exec(url);
  if (!found) return null;
  const [, place, message = null] = found;
  if (Object.values(world.value?.direct ?? {}).includes(place)) return { channel: DIRECT, message };
  return guilds.value.some((each) => each.channels.some((c) => c.id === place)) ? { channel: place, message } : null;
}

/** Follow a clicked link within the page if it leads to a channel or message of this world. */
export function follow(event, url) {
  const target = linked(url);
  if (!target) return;
  event.preventDefault();
  go(target.channel);
  aim.value = target.message;
}

export function setTheme(value) {
  theme.value = value;
  address.remember("theme", value);
}

/** Hide the first hint for good: it was read or is no longer needed. */
export function gotHelp() {
  if (helped.value) return;
  helped.value = true;
  address.remember("helped", "yes");
}

/** Start: read the address, fetch the world, and keep both in step. */
export async function start() {
  const { channel: there, people: users } = address.read();
  channelId.value = there;
  await refresh();
  seat(users.filter((id) => people.value.some((p) => p.id === id)));
  effect(() => {
    for (const column of columns.value) column.show(guild.value?.id ?? null, placeOf(column.user));
    address.write(channelId.value, columns.value.map((column) => column.user));
  });
  effect(() => { document.documentElement.dataset.theme = theme.value; });
  effect(() => { document.title = channel.value ? `${signOf(channel.value)}${channel.value.name} · Sandbox` : "Sandbox"; });
  window.addEventListener("hashchange", () => {
    const { channel: next, people: who } = address.read();
    if (next && next !== channelId.value) go(next);
    if (who.length) seat(who.filter((id) => people.value.some((p) => p.id === id)));
  });
  // A hidden tab closes its connections, so that other tabs can open theirs.
  document.addEventListener("visibilitychange", () => {
    for (const column of columns.value) document.hidden ? column.disconnect() : column.connect();
    if (!document.hidden) refresh();
  });
}
