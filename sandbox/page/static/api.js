// The sandbox's page API: every request this page makes goes through here.

const ROOT = "/page/api/";

/** What a person reads when the sandbox cannot be reached. */
export const UNREACHED = "The sandbox does not answer. Is it still running?";

/** The sandbox refused (4xx) or could not be reached; `message` is a sentence for the person at the text box. */
export class Refused extends Error {}

async function answer(request) {
  let response;
  try {
    response = await request;
  } catch {
    throw new Refused(UNREACHED);
  }
  const text = await response.text();
  let body = {};
  try {
    body = text ? JSON.parse(text) : {};
  } catch {
    throw new Refused(`The sandbox answered ${response.status} with something that is not JSON.`);
  }
  if (!response.ok) throw new Refused(body.message || `The sandbox answered ${response.status}.`);
  return body;
}

const get = (path, query = {}) => answer(fetch(`${ROOT}${path}?${new URLSearchParams(query)}`));

const post = (path, body) =>
  answer(fetch(ROOT + path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  }));

export const world = () => get("world");
/** The commands `user` is offered in `channel`. */
export const commands = (guild, user, channel) => get("commands", { guild: guild ?? "", user, channel });
export const messages = (channel, user) => get("messages", { channel, user });

export const slash = (body) => post("slash", body);
export const useOn = (body) => post("use_on", body);
export const autocomplete = (body) => post("autocomplete", body);
export const component = (body) => post("component", body);
export const modal = (body) => post("modal", body);
export const say = (body) => post("say", body);
export const dismiss = (body) => post("dismiss", body);

/** The faults that can be caused while {channel, user} are shown: [{kind, group, sentence, seconds, active}]. */
export const readFaults = (shown) => get("fault", shown);
/** Cause a fault, {kind, seconds?, channel, user}. Returns the list afterwards. */
export const causeFault = (body) => post("fault", body);

/**
 * Listen to the events that `user` may see: `heard({type, channel_id, data})` for each.
 * `opened()` runs on every (re)connection: whatever happened in between must be fetched again.
 * Returns the function that closes the connection.
 */
export function listen(user, heard, opened, lost) {
  const source = new EventSource(`${ROOT}events?${new URLSearchParams({ user })}`);
  source.onopen = opened;
  source.onmessage = (event) => heard(JSON.parse(event.data));
  source.onerror = lost;
  return () => source.close();
}
