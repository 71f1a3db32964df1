// One person's view of one channel: messages, pending interactions, an open modal, and the contents of the text box.
import * as api from "./api.js";
import { signal } from "./html.js";
import { sync } from "./times.js";
import { words } from "./words.js";

/** A press without a visible answer stops spinning after this long (ms); a failure still arrives as an event. */
const PATIENCE = 4000;
const TYPING = 8000;

const EMPTY_DRAFT = { text: "", command: null, values: {}, shown: [] };

export class Conversation {
  /**
   * `user` acts. `elsewhere(channel)` is called for a message in a channel not shown, `changed()` when channels or
   * commands have changed, `acted()` after the person has pressed or commanded something. `language()` returns the
   * person's locale.
   */
  constructor(user, { elsewhere, changed, acted, language }) {
    this.user = user;
    this.acted = acted;
    this.guild = null;
    this.channel = null;
    this.messages = signal([]);
    this.loaded = signal(false);
    this.commands = signal([]);
    /** The newest message received after loading, for the announcer. */
    this.arrived = signal(null);
    /** Pending interactions: {id, message_id, custom_id} each; id is null until the sandbox has given one. */
    this.waiting = signal([]);
    /** By interaction id: the message whose component was used, and how the interaction ended ("" or a sentence). */
    this.about = new Map();
    this.ended = new Map();
    /** message id -> sentence: what went wrong with a component of that message. */
    this.failures = signal({});
    /** What went wrong with the text box: a sentence or "". */
    this.notice = signal("");
    this.modal = signal(null);
    /** The open menu of a person: {member, anchor: the element it is beside} or null. */
    this.personMenu = signal(null);
    this.typing = signal([]);
    /** The text box: {text, command: path or null, values: {option: {text, value}}, shown: [option], focus: counter}. */
    this.draft = signal({ ...EMPTY_DRAFT, focus: 0 });
    /** The text boxes of channels shown before, by channel. */
    this.drafts = new Map();
    this.online = signal(false);
    /** Whether the last attempt to read this channel was refused; the next success removes the notice. */
    this.shut = false;
    /** Counts the messages this person sent; each scrolls the list to its end. */
    this.sent = signal(0);
    this.elsewhere = elsewhere;
    this.changed = changed;
    this.language = language;
    this.queue = null;
    this.disconnect = () => {};
    this.connect();
  }

  /** The page's own texts in this person's language. */
  get words() {
    return words(this.language());
  }

  connect() {
    this.disconnect();
    let again = false;
    const stop = api.listen(
      this.user,
      (event) => this.heard(event),
      () => {
        this.online.value = true;
        if (again || this.channel) this.load();
        again = true;
      },
      () => { this.online.value = false; },
    );
    this.disconnect = stop;
  }

  close() {
    this.disconnect();
  }

  /** Show a channel; does nothing if it is already shown. */
  show(guild, channel) {
    if (guild === this.guild && channel === this.channel) return;
    this.keepDraft(channel);
    this.guild = guild;
    this.channel = channel;
    this.loadCommands();
    this.messages.value = [];
    this.loaded.value = false;
    this.failures.value = {};
    this.notice.value = "";
    this.typing.value = [];
    this.load();
  }

  /** Keep the text being typed with its channel, and restore the one of `channel`. */
  keepDraft(channel) {
    if (channel === this.channel) return;
    if (this.channel) this.drafts.set(this.channel, { ...this.draft.value, focus: 0 });
    this.draft.value = this.drafts.get(channel) ?? { ...EMPTY_DRAFT, focus: 0 };
  }

  async loadCommands() {
    const { guild, channel } = this;
    if (!channel) return;
    try {
      const commands = await api.commands(guild, this.user, channel);
      if (channel === this.channel) this.commands.value = commands;
    } catch (error) {
      this.notice.value = error.message;
    }
  }

  /** Fetch the messages; events that arrive meanwhile are applied on top. */
  async load() {
    if (!this.channel) return;
    const channel = this.channel;
    const queue = [];
    this.queue = queue;
    try {
      const messages = await api.messages(channel, this.user);
      if (channel !== this.channel || this.queue !== queue) return;
      this.messages.value = messages;
      this.forgetUnreached();
      if (this.shut) this.notice.value = "";
      this.shut = false;
      this.loaded.value = true;
    } catch (error) {
      if (channel !== this.channel) return;
      this.messages.value = [];
      this.shut = true;
      this.notice.value = error.message;
    }
    if (this.queue !== queue) return;
    this.queue = null;
    for (const event of queue) this.heard(event);
  }

  heard(event) {
    const { type, channel_id: channel, data } = event;
    if (type === "commands") return void this.loadCommands();
    if (type === "clock") return void sync(data.now);
    if (type === "channel") return void this.changed();
    if (type === "world") {
      this.changed();
      this.loadCommands();
      return void this.load();
    }
    if (type === "modal") return void this.openModal(data);
    if (type === "failed") return void this.failed(data);
    if (type === "acknowledged") return void this.end(data.interaction_id, "");
    if (channel !== this.channel) {
      if (type === "message_create") this.elsewhere(channel);
      return undefined;
    }
    if (this.queue) return void this.queue.push(event);
    if (type === "message_create" || type === "message_update") this.upsert(data, type === "message_create");
    else if (type === "message_delete") this.remove(data.id ?? data.message_id);
    else if (type === "typing") this.types(data.user_id ?? data.user?.id);
    return undefined;
  }

  upsert(message, isNew) {
    const at = this.messages.value.findIndex((each) => each.id === message.id);
    if (at >= 0) this.messages.value = this.messages.value.with(at, { ...this.messages.value[at], ...message });
    else if (isNew) this.messages.value = [...this.messages.value, message].slice(-200);
    this.settle((each) => each.message_id === message.id);
    if (message.interaction_metadata) this.end(message.interaction_metadata.id, "");
    this.typing.value = this.typing.value.filter((id) => id !== message.author?.id);
    if (message.author?.id !== this.user && !message.deferred) this.arrived.value = message;
  }

  remove(id) {
    this.messages.value = this.messages.value.filter((each) => each.id !== id);
    this.settle((each) => each.message_id === id);
  }

  types(user) {
    if (!user || user === this.user) return;
    this.typing.value = [...this.typing.value.filter((id) => id !== user), user];
    setTimeout(() => { this.typing.value = this.typing.value.filter((id) => id !== user); }, TYPING);
  }

  openModal(data) {
    this.end(data.interaction_id, "");
    this.modal.value = data;
  }

  failed({ interaction_id: id, message }) {
    const sentence = message || "This interaction failed";
    // The event can overtake the answer that tells which press it is about; `use` then looks into `ended`.
    if (this.about.has(id)) this.fail(this.about.get(id), sentence);
    else if (!this.waiting.value.some((each) => each.id === null)) this.notice.value = sentence;
    this.end(id, sentence);
  }

  /** The sandbox answers again: drop what says that it does not. */
  forgetUnreached() {
    const said = Object.entries(this.failures.value).filter(([, sentence]) => sentence !== api.UNREACHED);
    this.failures.value = Object.fromEntries(said);
    if (this.notice.value === api.UNREACHED) this.notice.value = "";
  }

  fail(message, sentence) {
    this.failures.value = { ...this.failures.value, [message]: sentence };
  }

  end(id, sentence) {
    this.ended.set(id, sentence);
    this.settle((each) => each.id === id);
  }

  settle(isDone) {
    if (this.waiting.value.some(isDone)) this.waiting.value = this.waiting.value.filter((each) => !isDone(each));
  }

  isWaiting(message, customId) {
    return this.waiting.value.some((each) => each.message_id === message && each.custom_id === customId);
  }

  /** Press a button or choose `values` in a select. */
  async use(message, customId, values) {
    if (this.isWaiting(message.id, customId)) return;
    const wait = { id: null, message_id: message.id, custom_id: customId };
    this.waiting.value = [...this.waiting.value, wait];
    const { [message.id]: _, ...rest } = this.failures.value;
    this.failures.value = rest;
    const body = { user: this.user, message_id: message.id, custom_id: customId };
    if (values) body.values = values;
    try {
      const { interaction_id: id } = await api.component(body);
      this.acted();
      this.about.set(id, message.id);
      if (this.ended.get(id)) this.fail(message.id, this.ended.get(id));
      const started = { ...wait, id };
      const done = this.ended.has(id);
      this.waiting.value = this.waiting.value.flatMap((each) => (each === wait ? (done ? [] : [started]) : [each]));
      setTimeout(() => this.settle((each) => each === started), PATIENCE);
    } catch (error) {
      this.waiting.value = this.waiting.value.filter((each) => each !== wait);
      this.fail(message.id, error.message);
    }
  }

  /** Run an action of the text box; true if the sandbox accepted it, otherwise the reason is shown beside the box. */
  async attempt(action) {
    this.notice.value = "";
    try {
      await action();
      this.sent.value += 1;
      return true;
    } catch (error) {
      this.notice.value = error.message;
      return false;
    }
  }

  say(content) {
    return this.attempt(() => api.say({ user: this.user, channel: this.channel, content }));
  }

  slash(command, options) {
    const body = { user: this.user, channel: this.channel, guild: this.guild, command, options };
    return this.attempt(async () => {
      await api.slash(body);
      this.acted();
    });
  }

  /** Use a command in the menu of a person, by its name in this person's language. */
  useOn(target, command) {
    const body = { user: this.user, channel: this.channel, command, target };
    return this.attempt(async () => {
      await api.useOn(body);
      this.acted();
    });
  }

  async complete(command, options, focused) {
    const body = { user: this.user, channel: this.channel, guild: this.guild, command, options, focused };
    return (await api.autocomplete(body)).choices;
  }

  dismiss(message) {
    this.remove(message.id);
    return this.attempt(() => api.dismiss({ user: this.user, message_id: message.id }));
  }

  /** Put text into the text box, as a click on a command mention does. */
  fill(text) {
    this.draft.value = { ...EMPTY_DRAFT, text, focus: this.draft.value.focus + 1 };
  }
}
