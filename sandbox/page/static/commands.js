// Application commands for the text box: runnable paths, localised names, and the rules of options. Pure functions.

const SUB_COMMAND = 1;
const SUB_GROUP = 2;

export const OPTION = {
  string: 3, integer: 4, boolean: 5, user: 6, channel: 7, role: 8, mentionable: 9, number: 10, attachment: 11,
};

const local = (map, locale, fallback) => map?.[locale] ?? map?.[locale?.split("-")[0]] ?? fallback;

/** The name of a command, option or choice in `locale`. */
export const nameIn = (thing, locale) => local(thing.name_localizations, locale, thing.name);
export const descriptionIn = (thing, locale) => local(thing.description_localizations, locale, thing.description ?? "");

/**
 * Everything that can be run: {path: "docker new", shown: its name in `locale`, description, options, id}.
 * `path` is what the API takes; chat-input commands only (type 1 or absent).
 */
export function runnable(commands, locale) {
  const walk = (node, path, shown, id) => {
    const subs = (node.options ?? []).filter((o) => o.type === SUB_COMMAND || o.type === SUB_GROUP);
    if (!subs.length) {
      return [{ path, shown, id, description: descriptionIn(node, locale), options: node.options ?? [] }];
    }
    return subs.flatMap((sub) => walk(sub, `${path} ${sub.name}`, `${shown} ${nameIn(sub, locale)}`, id));
  };
  return commands
    .filter((each) => (each.type ?? 1) === 1)
    .flatMap((each) => walk(each, each.name, nameIn(each, locale), each.id))
    .sort((a, b) => a.shown.localeCompare(b.shown, locale));
}

/** The commands in the menu of a person (type 2), as named in `locale`. */
export const personal = (commands, locale) => commands.filter((each) => each.type === 2).map((each) => nameIn(each, locale));

/** The runnable commands that match `typed` (without its slash), best first. */
export function matching(list, typed) {
  const wanted = typed.trim().toLowerCase();
  const rank = (each) => {
    const names = [each.shown.toLowerCase(), each.path];
    if (names.some((name) => name.startsWith(wanted))) return 0;
    if (names.some((name) => name.includes(` ${wanted}`))) return 1;
    return names.some((name) => name.includes(wanted)) ? 2 : 3;
  };
  return list.map((each) => [rank(each), each]).filter(([r]) => r < 3).sort((a, b) => a[0] - b[0]).map(([, each]) => each);
}

/** The command whose full name begins `typed`, and what follows it; null while the name is not complete. */
export function complete(list, typed) {
  for (const each of list) {
    for (const name of [each.shown, each.path]) {
      if (typed.toLowerCase().startsWith(`${name.toLowerCase()} `)) return { command: each, rest: typed.slice(name.length + 1) };
    }
  }
  return null;
}

/** The fixed choices of `option`: [{name, value, note}]; null if it has none. */
export function fixedChoices(option, { locale, members, channels, roles, say }) {
  const persons = members.map((m) => ({ name: m.global_name || m.username, value: m.id, note: m.username }));
  const ranks = roles.map((r) => ({ name: `@${r.name}`, value: r.id, note: "" }));
  if (option.choices?.length) {
    return option.choices.map((c) => ({ name: nameIn(c, locale), value: c.value, note: "" }));
  }
  if (option.type === OPTION.boolean) {
    return [{ name: say("Yes"), value: true, note: "" }, { name: say("No"), value: false, note: "" }];
  }
  if (option.type === OPTION.user) return persons;
  if (option.type === OPTION.role) return ranks;
  if (option.type === OPTION.mentionable) return [...persons, ...ranks];
  if (option.type === OPTION.channel) {
    return channels
      .filter((c) => !option.channel_types?.length || option.channel_types.includes(c.type))
      .map((c) => ({ name: `#${c.name}`, value: c.id, note: "" }));
  }
  return null;
}

/** Whether the value must be picked from a fixed list. */
export const mustPick = (option) =>
  Boolean(option.choices?.length) || (option.type >= OPTION.boolean && option.type <= OPTION.mentionable);

/**
 * The value to send for what stands in a pill: {value} or {problem: sentence}. `entry` is {text, value?}: `value` is
 * set when something was picked from a list and not edited since.
 */
export function valueOf(option, entry, say) {
  const text = entry.text.trim();
  if (entry.value !== undefined) return { value: entry.value };
  if (!text) return { problem: say("This is required.") };
  if (mustPick(option)) return { problem: say("Pick one from the list.") };
  if (option.type === OPTION.attachment) return { problem: say("Files cannot be attached here.") };
  if (option.type !== OPTION.integer && option.type !== OPTION.number) return limited(option, text, say);
  const number = Number(text.replace(",", "."));
  if (Number.isNaN(number) || (option.type === OPTION.integer && !Number.isInteger(number))) {
    return { problem: say(option.type === OPTION.integer ? "A whole number, please." : "A number, please.") };
  }
  if (option.min_value != null && number < option.min_value) return { problem: `≥ ${option.min_value}` };
  if (option.max_value != null && number > option.max_value) return { problem: `≤ ${option.max_value}` };
  return { value: number };
}

function limited(option, text, say) {
  if (option.min_length != null && text.length < option.min_length) {
    return { problem: `${say("Too short")} (${text.length}/${option.min_length})` };
  }
  if (option.max_length != null && text.length > option.max_length) {
    return { problem: `${say("Too long")} (${text.length}/${option.max_length})` };
  }
  return { value: text };
}
