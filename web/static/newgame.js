// Choosing a game, naming the seats, house rules, and going on with an earlier game.

import { h } from "./dom.js";
import { boot, get, known, post, prefs, redraw, t, toast } from "./base.js";
import { glyph } from "./looks.js";

let choices = null;
let asked = false;
let draft = null; // {game, names, settings}
let busy = false;
const PART = 400; // values sent at a time: a request of the panel is small

async function load() {
  asked = true;
  choices = await get("/api/setup");
  redraw();
}

/** Ask the server anew, after something was started elsewhere. */
export function reload() {
  asked = false;
}

function usualNames(game) {
  const joined = known.people.map((p) => p.name).filter(Boolean);
  const before = prefs.get("names", []);
  const names = [...new Set([...joined, ...before])];
  const wanted = Math.max(game.seats[0], Math.min(game.seats.at(-1), joined.length || before.length || 2));
  return Array.from({ length: wanted }, (_, i) => names[i] || spare(i));
}

const spare = (i) => [t("Blue"), t("Red"), t("Gold"), t("Green"), t("Violet"), t("Teal")][i] || String(i + 1);

function pickGame(game) {
  draft = { game, names: usualNames(game), settings: {} };
  redraw();
}

/** The form for the next game. */
export function newGame() {
  if (!asked) load();
  if (!choices) return h("section", { class: "card", key: "new" }, h("p", { class: "soft" }, t("One moment …")));
  if (!draft && choices.games.length === 1) pickGame(choices.games[0]);
  return h("div", { class: "newgame", key: "new" },
    h("section", { class: "card" }, h("h1", null, t("What shall we play?")),
      h("div", { class: "choices games", role: "radiogroup", "aria-label": t("Games") }, choices.games.map((game) => h("button", { key: game.name, role: "radio", "aria-checked": draft?.game.name === game.name ? "true" : "false", onclick: () => pickGame(game), "data-game": game.name },
        h("span", null, game.title), h("small", null, seatsText(game)))))),
    draft && seats(), draft && draft.game.settings.length > 0 && houseRules(), draft && ownCopy(),
    draft && h("button", { class: "go wide start", disabled: busy, onclick: start, "data-act": "start" }, t("Start {game}", { game: draft.game.title })),
    choices.saved.length > 0 && saved(),
    h("section", { class: "card join", key: "join" }, joinBox(choices.code)));
}

const seatsText = (game) => (game.seats.length === 1 ? t("{n} players", { n: game.seats[0] }) : t("{few} to {many} players", { few: game.seats[0], many: game.seats.at(-1) }));

function seats() {
  const { game, names } = draft;
  const put = (i, name) => {
    draft.names = draft.names.map((old, j) => (j === i ? name : old));
  };
  const fresh = () => [...Array(9).keys()].map(spare).find((name) => !draft.names.includes(name));
  return h("section", { class: "card" }, h("h2", null, t("Who plays?")),
    h("div", { class: "form" }, names.map((name, i) => h("div", { class: "row", key: i }, glyph(i),
      h("input", { value: name, maxlength: 20, "aria-label": t("Name of seat {n}", { n: i + 1 }), oninput: (e) => put(i, e.target.value), "data-name": i }),
      names.length > game.seats[0] && h("button", { class: "icon", "aria-label": t("Remove {name}", { name }), onclick: () => { draft.names = draft.names.filter((_, j) => j !== i); redraw(); } }, "×")))),
    names.length < game.seats.at(-1) && h("button", { class: "small", onclick: () => { draft.names = [...draft.names, fresh()]; redraw(); }, "data-act": "add" }, t("Add a player")));
}

function houseRules() {
  return h("details", { class: "card" }, h("summary", null, t("House rules")),
    h("div", { class: "form" }, draft.game.settings.map((s) => h("label", { key: s.name }, h("span", null, s.label, s.text && h("small", null, s.text)),
      h("select", { value: draft.settings[s.name] ?? s.words[0], onchange: (e) => { draft.settings[s.name] = e.target.value; } }, s.words.map((word, i) => h("option", { value: word }, s.texts[i])))))));
}

/** What is printed on this table's copy of the game: saved as a file for friends, or learnt from one of theirs. */
function ownCopy() {
  const { game } = draft;
  return h("details", { class: "card", "data-form": "copy" }, h("summary", null, t("Your copy of the game")),
    h("div", { class: "form" },
      h("p", { class: "soft" }, t("What is printed on boards and tiles is asked for once and remembered: {n} values so far.", { n: game.known })),
      game.known > 0 && h("a", { class: "button", href: `/copies/${game.name}.json`, download: "", "data-act": "save-copy" }, t("Save them as a file")),
      h("label", null, h("span", null, t("Learn them from a friend's file")),
        h("input", { type: "file", accept: ".json,application/json", onchange: (e) => learn(game, e.target), "data-act": "learn-copy" }))));
}

async function learn(game, input) {
  let values = null;
  try {
    values = JSON.parse(await input.files[0].text());
  } catch {
    // What is no JSON is refused below like any other wrong file.
  }
  const pairs = Object.entries(values && typeof values === "object" ? values : {}).filter(([, value]) => value !== null);
  if (!pairs.length) return toast(t("This is no file of printed values; choose one that a table has saved."));
  for (let i = 0; i < pairs.length; i += PART) {
    const said = await post("/api/copy", { game: game.name, values: Object.fromEntries(pairs.slice(i, i + PART)) });
    if (!said) return undefined;
    game.known = said.known ?? game.known;
  }
  toast(t("{n} values learnt.", { n: pairs.length }));
  return redraw();
}

async function start() {
  busy = true;
  prefs.set("names", draft.names);
  const ok = await post("/api/games/start", { game: draft.game.name, names: draft.names, settings: draft.settings });
  busy = false;
  asked = false;
  if (ok) {
    draft = null;
    if (boot.page !== "play") location.href = "/";
  }
  redraw();
}

function saved() {
  const date = (ms) => new Date(ms).toLocaleString(boot.lang, { dateStyle: "medium", timeStyle: "short" });
  const resume = async (id) => {
    if ((await post("/api/games/resume", { id })) && boot.page !== "play") location.href = "/";
  };
  return h("section", { class: "card", key: "saved" }, h("h2", null, t("Go on with")),
    h("ul", { class: "saved" }, [...choices.saved].sort((a, b) => b.started_ms - a.started_ms).slice(0, 12).map((s) => h("li", { key: s.id },
      h("button", { onclick: () => resume(s.id), "data-id": s.id }, h("span", null, titleOf(s.game), " · ", s.names.join(", ")), h("small", null, date(s.started_ms), s.over ? ` · ${t("finished")}` : ""))))));
}

const titleOf = (name) => choices.games.find((g) => g.name === name)?.title || name;

/** The code and its square to scan. */
export function joinBox(code) {
  const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
  return [h("img", { class: "qr", src: "/qr.svg", alt: t("QR code to join the table") }),
    h("div", null, h("h2", null, t("Join with a phone")), h("p", null, t("Scan the square, or open the table's address and type the code.")), h("p", { class: "code" }, spaced))];
}
