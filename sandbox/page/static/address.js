// The state that a reload, a bookmark or a second tab restores: people, channel and theme.
// People and channel live in the address (#channel=…&as=…,…), preferences in localStorage.

/** The address as {channel, people}; absent parts are null and []. */
export function read() {
  const query = new URLSearchParams(location.hash.slice(1));
  const people = (query.get("as") || "").split(",").filter(Boolean);
  return { channel: query.get("channel"), people };
}

/** Put channel and people into the address without a new history entry per click. */
export function write(channel, people) {
  const hash = `#channel=${channel || ""}&as=${people.join(",")}`;
  if (hash !== location.hash) history.replaceState(null, "", hash);
}

/** A stored preference, or `fallback` where there is none or the browser forbids storage. */
export function remembered(name, fallback) {
  try {
    return localStorage.getItem(`sandbox.${name}`) ?? fallback;
  } catch {
    return fallback;
  }
}

/** Store a preference for the next visit. */
export function remember(name, value) {
  try {
    localStorage.setItem(`sandbox.${name}`, value);
  } catch {
    // Private windows may refuse: the choice then holds until the page is closed.
  }
}
