// What every page has: what the server said first, words in the right language, asking and listening to the server.

export const boot = JSON.parse(document.getElementById("boot").textContent);

/** The text in the page's language, with {name} filled in. */
export function t(english, fill) {
  const text = (boot.words || {})[english] ?? english;
  return fill ? text.replace(/\{(\w+)\}/g, (all, name) => (name in fill ? fill[name] : all)) : text;
}

/** Choices of this device that concern nobody else. */
export const prefs = {
  get(name, usual) {
    try {
      return JSON.parse(localStorage.getItem(`table.${name}`)) ?? usual;
    } catch {
      return usual;
    }
  },
  set(name, value) {
    try {
      localStorage.setItem(`table.${name}`, JSON.stringify(value));
    } catch {
      // A private window keeps nothing; the choice then lasts as long as the page.
    }
    look();
    redraw();
  },
};

/** Put the chosen theme and motion on the page. */
export function look() {
  const root = document.documentElement;
  root.dataset.theme = prefs.get("theme", boot.page === "table" ? "dark" : "auto");
  root.dataset.motion = prefs.get("motion", true) ? "on" : "off";
}

// ------------------------------------------------------------------------------------------------ what we know

export const known = {
  state: boot.state || { table: null, notices: [] },
  live: boot.live || null,
  people: boot.people || [],
  switches: boot.switches || {},
  online: true,
  skew_ms: 0,
};

const drawers = [];
let due = false;

/** Call a function now and whenever something changed. */
export function drawn(draw) {
  drawers.push(draw);
  draw();
}

/** Draw the page again, once, soon. */
export function redraw() {
  if (due) return;
  due = true;
  queueMicrotask(() => {
    due = false;
    for (const draw of drawers) draw();
  });
}

/** Who this device is: its role, its seats. */
export function me() {
  return known.people.find((p) => p.handle === boot.you?.handle) || { host: false, seats: [], name: "", wants: null, gone: true };
}

export function mayAct(seat) {
  const mine = me();
  return mine.host || mine.seats.includes(seat);
}

// ------------------------------------------------------------------------------------------------ asking

/** Send a change to the server; says in a toast why it was refused. Returns the answer or null. */
export async function post(path, what) {
  let answer;
  try {
    answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRF-Token": boot.you?.csrf || "" },
      body: JSON.stringify(what || {}),
    });
  } catch {
    toast(t("The table cannot be reached; nothing was sent. Try again in a moment."));
    return null;
  }
  const said = await answer.json().catch(() => ({}));
  if (answer.ok) return said;
  if (answer.status === 401) location.href = "/join";
  toast(said.error || t("The table did not accept that."), said.rule);
  return null;
}

export async function get(path) {
  try {
    const answer = await fetch(path);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

let toastTimer;

/** A short message that goes away by itself, or when it is tapped. */
export function toast(text, rule) {
  const box = document.getElementById("toast");
  box.onclick = () => (box.hidden = true);
  box.textContent = rule ? `${text} (${rule})` : text;
  box.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => (box.hidden = true), Math.max(4000, text.length * 70));
}

// ------------------------------------------------------------------------------------------------ listening

const listeners = [];

/** Call a function with (part, value, before) for each change that arrives. */
export function heard(listener) {
  listeners.push(listener);
}

let source;
let asleep;

/** Follow the server; after a break everything is sent anew, so that nothing is missed. */
export function listen() {
  connect();
  document.addEventListener("visibilitychange", () => {
    clearTimeout(asleep);
    // A browser has few connections for one server; pages nobody looks at give theirs back.
    if (document.hidden) asleep = setTimeout(() => source && source.close(), 20000);
    else if (!source || source.readyState === EventSource.CLOSED) connect();
  });
}

function connect() {
  if (source) source.close();
  source = new EventSource("/api/stream");
  source.onopen = () => online(true);
  source.onerror = () => {
    online(false);
    if (source.readyState === EventSource.CLOSED) setTimeout(reconnect, 2000);
  };
  source.addEventListener("now", (event) => (known.skew_ms = Number(event.data) - Date.now()));
  for (const part of ["state", "live", "people", "switches"]) source.addEventListener(part, (event) => take(part, JSON.parse(event.data)));
}

async function reconnect() {
  if (document.hidden) return;
  const answer = await fetch("/api/history", { method: "HEAD" }).catch(() => null);
  if (answer && answer.status === 401) location.href = "/join";
  else if (!source || source.readyState === EventSource.CLOSED) connect();
}

function take(part, value) {
  const before = known[part];
  known[part] = value;
  for (const listener of listeners) listener(part, value, before);
  redraw();
}

function online(is) {
  if (known.online === is) return;
  known.online = is;
  for (const listener of listeners) listener("online", is, !is);
  redraw();
}

/** Milliseconds of the server's clock. */
export function nowMs() {
  return Date.now() + known.skew_ms;
}

export function minutes(ms) {
  const s = Math.max(0, Math.floor(ms / 1000));
  const m = Math.floor(s / 60);
  const two = (n) => String(n).padStart(2, "0");
  return m < 60 ? `${m}:${two(s % 60)}` : `${Math.floor(m / 60)}:${two(m % 60)}:${two(s % 60)}`;
}

export function timeOfDay(ms) {
  return new Date(ms).toLocaleTimeString(boot.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}
