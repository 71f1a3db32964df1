// Discord's markdown as data: text in, a tree of nodes out. No DOM here; components/message/markup.js shows the tree.
//
// A node is {type, ...}. Blocks: heading {level}, subtext, quote, list {ordered, start, items}, codeblock {language, text},
// paragraph. Inline: text {text}, code {text}, strong, em, underline, strike, spoiler, link {url}, break, user {id}, role
// {id}, channel {id}, command {name, id}, time {seconds, style}, everyone {text}, emoji {name}. Others carry `children`.

const FENCE = /^```(?:([\w+-]+)?\n)?([\s\S]*?)\n?```/;
const HEADING = /^(#{1,3})\s+(.+)$/;
const SUBTEXT = /^-#\s+(.+)$/;
const ITEM = /^(\s*)([-*]|\d+\.)\s+(.*)$/;

/** Inline rules in order of precedence; each matches at the current position only (sticky). */
const INLINE = [
  [/\\([^\p{L}\p{N}\s])/uy, (m) => ({ type: "text", text: m[1] })],
  [/``((?:[^`]|`(?!`))+)``/y, (m) => ({ type: "code", text: m[1].trim() })],
  [/`([^`]+)`/y, (m) => ({ type: "code", text: m[1] })],
  [/<@!?(\d+)>/y, (m) => ({ type: "user", id: m[1] })],
  [/<@&(\d+)>/y, (m) => ({ type: "role", id: m[1] })],
  [/<#(\d+)>/y, (m) => ({ type: "channel", id: m[1] })],
  [/<\/([^:>]+):(\d+)>/y, (m) => ({ type: "command", name: m[1], id: m[2] })],
  [/<t:(-?\d{1,13})(?::([tTdDfFsSR]))?>/y, (m) => ({ type: "time", seconds: Number(m[1]), style: m[2] || "f" })],
  [/<a?:(\w+):\d+>/y, (m) => ({ type: "emoji", name: m[1] })],
  [/@(?:everyone|here)\b/y, (m) => ({ type: "everyone", text: m[0] })],
  [
    /\[((?:\\.|[^[\]\\]|\[[^\]]*\])+)\]\(<?(https?:\/\/[^\s<>)]+)>?(?:\s+"[^"]*")?\)/y,
    (m) => ({ type: "link", url: m[2], children: inline(m[1]) }),
  ],
  [/<(https?:\/\/[^\s>]+)>/y, (m) => link(m[1])],
  [/https?:\/\/[^\s<]*[^\s<.,:;"')\]*_|]/y, (m) => link(m[0])],
  [/\|\|([\s\S]+?)\|\|/y, (m) => wrap("spoiler", m)],
  [/\*\*((?:\\.|[^\\])+?)\*\*(?!\*)/y, (m) => wrap("strong", m)],
  [/__((?:\\.|[^\\])+?)__(?!_)/y, (m) => wrap("underline", m)],
  [/~~((?:\\.|[^\\])+?)~~/y, (m) => wrap("strike", m)],
  [/\*(?=\S)((?:\*\*[\s\S]+?\*\*|\\.|[^*\\])+?)(?<!\s)\*(?!\*)/y, (m) => wrap("em", m)],
  [/\b_((?:__|\\.|[^\\_])+?)_\b/y, (m) => wrap("em", m)],
  [/\n/y, () => ({ type: "break" })],
];

const wrap = (type, match) => ({ type, children: inline(match[1]) });
const link = (url) => ({ type: "link", url, children: [{ type: "text", text: url }] });

/** The inline nodes of one run of text. */
export function inline(source) {
  const nodes = [];
  let plain = "";
  const flush = () => {
    if (plain) nodes.push({ type: "text", text: plain });
    plain = "";
  };
  for (let at = 0; at < source.length; ) {
    const found = match(source, at);
    if (found) {
      flush();
      nodes.push(found.node);
      at = found.end;
    } else {
      plain += source[at];
      at += 1;
    }
  }
  flush();
  return nodes;
}

function match(source, at) {
  for (const [pattern, node] of INLINE) {
    pattern.lastIndex = at;
    const m = pattern.exec(source);
    // Rules recurse into themselves, so the end is worked out before the node is built.
    if (m) return { end: at + m[0].length, node: node(m) };
  }
  return null;
}

/** The blocks of a message, a text display or an embed's description. */
export function parse(source) {
  const blocks = [];
  let lines = [];
  const flush = () => {
    const text = lines.join("\n").replace(/^\n+|\n+$/g, "");
    if (text) blocks.push({ type: "paragraph", children: inline(text) });
    lines = [];
  };
  let rest = source.replace(/\r\n?/g, "\n");
  while (rest) {
    const block = special(rest);
    if (block) {
      flush();
      blocks.push(block.node);
      rest = rest.slice(block.length).replace(/^\n/, "");
      continue;
    }
    // A fence may open in the middle of a line: everything before it is an ordinary line.
    const fence = rest.slice(1).search(/```[\s\S]*?```/) + 1;
    const newline = rest.indexOf("\n");
    const end = newline < 0 ? rest.length : newline;
    if (fence > 0 && fence < end) {
      lines.push(rest.slice(0, fence));
      rest = rest.slice(fence);
    } else {
      lines.push(rest.slice(0, end));
      rest = rest.slice(end + 1);
    }
  }
  flush();
  return blocks;
}

/** The block other than a paragraph that `rest` begins with, and how many characters it takes. */
function special(rest) {
  const fence = FENCE.exec(rest);
  if (fence) return { length: fence[0].length, node: { type: "codeblock", language: fence[1] || "", text: fence[2] } };
  if (rest.startsWith(">>> ")) return { length: rest.length, node: { type: "quote", children: parse(rest.slice(4)) } };
  const line = rest.split("\n", 1)[0];
  const heading = HEADING.exec(line);
  if (heading) {
    return { length: line.length, node: { type: "heading", level: heading[1].length, children: inline(heading[2]) } };
  }
  const subtext = SUBTEXT.exec(line);
  if (subtext) return { length: line.length, node: { type: "subtext", children: inline(subtext[1]) } };
  if (line.startsWith("> ")) return quote(rest);
  if (ITEM.test(line)) return list(rest);
  return null;
}

function quote(rest) {
  const taken = [];
  for (const line of rest.split("\n")) {
    if (!line.startsWith("> ")) break;
    taken.push(line);
  }
  const text = taken.map((line) => line.slice(2)).join("\n");
  return { length: taken.join("\n").length, node: { type: "quote", children: parse(text) } };
}

function list(rest) {
  const taken = [];
  for (const line of rest.split("\n")) {
    if (!ITEM.test(line) && !(taken.length && /^\s{2,}\S/.test(line))) break;
    taken.push(line);
  }
  return { length: taken.join("\n").length, node: nest(taken) };
}

/** Lines of one list, deeper indentation becoming lists inside the item above them. */
function nest(lines) {
  const [, indent, marker] = ITEM.exec(lines[0]);
  const items = [];
  let inner = [];
  const close = () => {
    if (inner.length) items[items.length - 1].push(nest(inner));
    inner = [];
  };
  for (const line of lines) {
    const item = ITEM.exec(line);
    if (item && item[1].length <= indent.length) {
      close();
      items.push(inline(item[3]));
    } else if (item) {
      inner.push(line);
    } else {
      items[items.length - 1].push({ type: "break" }, ...inline(line.trim()));
    }
  }
  close();
  return { type: "list", ordered: marker !== "-" && marker !== "*", start: parseInt(marker, 10) || 1, items };
}

/** The text alone, for announcements and previews. `names` turns mentions into names: {user(id), channel(id)}. */
export function plain(source, names) {
  const say = (node) => {
    if (node.type === "text" || node.type === "code" || node.type === "codeblock") return node.text;
    if (node.type === "user") return `@${names.user(node.id)}`;
    if (node.type === "channel") return `#${names.channel(node.id)}`;
    if (node.type === "command") return `/${node.name}`;
    if (node.type === "spoiler") return "…";
    if (node.type === "list") return node.items.map((item) => item.map(say).join("")).join("; ");
    if (node.type === "break") return " ";
    return (node.children || []).map(say).join("");
  };
  return parse(source || "").map(say).join(" ").replace(/\s+/g, " ").trim();
}
