// What a seat can do now: a button for every prompt, and a composer for those that need several words.

import { h } from "./dom.js";
import { known, post, redraw, t } from "./base.js";
import { pieceIcon, sign } from "./looks.js";
import { rollByHand } from "./roll.js";
import { FEW, isDrawn } from "./sheets.js";

const SHORT = 8; // words of so few letters stand side by side in a form
const ROOM_ABOVE = 40; // pixels left free above a question, for what stays at the top of the screen
const NUMBERS = 24; // more numbers than this become a stepper

let open = null; // {key, words}: the prompt being answered and the words chosen so far

const keyOf = (prompt) => `${prompt.seat} ${prompt.verb} ${prompt.label} ${prompt.options.length}`;
const isNumber = (word) => /^-?\d+$/.test(word);
const isFixed = (allowed) => allowed.length === 1 && allowed[0] !== "*";
const freeIndexes = (prompt) => prompt.options.map((allowed, i) => (isFixed(allowed) ? -1 : i)).filter((i) => i >= 0);
export const wordText = (prompt, word) => prompt.texts[word] ?? word;

/** Close whatever was being answered: it is another seat's turn, or somebody gave up. */
export function closeComposer() {
  open = null;
  redraw();
}

async function submit(prompt, words) {
  if (open) showComposer();
  open = null;
  redraw();
  const event = [prompt.seat, prompt.verb, ...words].join(" ");
  await post("/api/events", { event, number: prompt.number });
}

/** Choose the next word; the last one sends the event. */
function choose(prompt, word) {
  const words = [...(open && open.key === keyOf(prompt) ? open.words : []), word];
  const filled = fill(prompt, words);
  if (filled.length === prompt.options.length) submit(prompt, filled);
  else {
    open = { key: keyOf(prompt), words };
    redraw();
  }
}

/** The words chosen, with those that have only one possibility put in between. */
function fill(prompt, chosen) {
  const words = [];
  let next = 0;
  for (const allowed of prompt.options) {
    if (isFixed(allowed)) words.push(allowed[0]);
    else if (next < chosen.length) words.push(chosen[next++]);
    else break;
  }
  return words;
}

/** The prompt being answered, if it is still asked, or the only one there is. */
function current(table, seat) {
  const chosen = open && table.prompts.find((p) => p.seat === seat && keyOf(p) === open.key && !p.reason);
  if (chosen) return chosen;
  const alone = lone(table, seat);
  if (alone) open = { key: keyOf(alone), words: [] };
  return alone;
}

/** Whether printed values are asked for that are named already; else one says first which place or piece is meant. */
function isForm(prompt) {
  return prompt.verb === "catalogue" && prompt.options.every((words, i) => i % 2 || words.length === 1);
}

/** The only thing a seat can do, if it takes several words: these are asked for at once, without a button before them. */
function lone(table, seat) {
  const [prompt, ...more] = table.prompts.filter((p) => p.seat === seat && !p.reason && !p.aside);
  if (!prompt || more.length || prompt.roll || isForm(prompt) || freeIndexes(prompt).length < 2) return null;
  return isTapped(prompt, table) ? null : prompt;
}

/** What must be rolled now, or the prompt being answered: this comes first, above the tray. */
export function urgent(table, seat) {
  const prompts = table.prompts.filter((p) => p.seat === seat && !p.reason);
  const answering = current(table, seat);
  return answering ? composer(answering, table) : prompts.filter((p) => p.roll).map(rollCard);
}

/** Everything else a seat can do now. */
export function actions(table, seat) {
  const prompts = table.prompts.filter((p) => p.seat === seat);
  const answering = current(table, seat);
  if (answering && answering !== lone(table, seat)) return null;
  const can = prompts.filter((p) => !p.reason && !p.roll && p !== answering);
  const cannot = prompts.filter((p) => p.reason);
  const forms = can.filter(isForm);
  const rest = can.filter((p) => !isForm(p) && !p.aside);
  const aside = can.filter((p) => !isForm(p) && p.aside);
  const onSheets = rest.filter((p) => isTapped(p, table));
  const groups = rest.filter((p) => isInline(p) && !onSheets.includes(p));
  const buttons = rest.filter((p) => !groups.includes(p) && !onSheets.includes(p));
  const rolling = prompts.some((p) => p.roll && !p.reason);
  // A form that everything waits for is open and comes first; the way back out of it is no first choice.
  const alone = rest.every((p) => p.verb === "cancel") && !rolling;
  const asked = alone && forms.length > 0;
  const drawn = forms.map((p) => h("details", { class: "card", key: keyOf(p), open: alone || undefined, "data-form": p.label }, h("summary", null, p.label), catalogueForm(p)));
  return h("div", { class: "actions", key: "actions" },
    asked && drawn,
    onSheets.length > 0 && h("div", { class: "tapped", key: "tapped" }, onSheets.map((p) => h("button", { class: "small", key: keyOf(p), onclick: () => start(p), "data-verb": p.verb, title: p.hint || undefined }, p.label))),
    buttons.length > 0 && h("div", { class: buttons.length === 1 ? "btns one" : "btns", key: "buttons" }, buttons.map((p, i) => button(p, i === 0 && !rolling && !groups.length && !onSheets.length && !asked))),
    groups.map((p) => group(p)),
    !asked && drawn,
    aside.length > 0 && h("details", { class: "card", key: "aside", "data-form": "more" }, h("summary", null, t("More")),
      h("div", { class: aside.length === 1 ? "btns one" : "btns" }, aside.map((p) => button(p, false)))),
    cannot.length > 0 && greyed(cannot));
}

function isInline(prompt) {
  const free = freeIndexes(prompt);
  if (free.length !== 1) return false;
  const allowed = prompt.options[free[0]];
  return allowed[0] !== "*" && allowed.length <= FEW;
}

/** Whether the next word is tapped on a sheet rather than on a button. */
function isTapped(prompt, table, step = 0) {
  const free = freeIndexes(prompt);
  return free.length > step && !(prompt.unordered && free.length > 1) && isDrawn(prompt.options[free[step]], table, prompt.seat);
}

function button(prompt, first) {
  const begin = () => (freeIndexes(prompt).length ? start(prompt) : submit(prompt, fill(prompt, [])));
  return h("button", { class: first ? "go" : "", key: keyOf(prompt), onclick: begin, "data-verb": prompt.verb },
    h("span", null, prompt.label), only(prompt).map((text) => h("small", { class: "only" }, text)), prompt.hint && h("small", null, prompt.hint));
}

/** What a button without a choice stands for, where the game has words for it. */
function only(prompt) {
  return freeIndexes(prompt).length ? [] : prompt.options.map(([word]) => word).filter((word) => prompt.labelled.includes(word)).map((word) => wordText(prompt, word));
}

function start(prompt) {
  open = { key: keyOf(prompt), words: [] };
  redraw();
  queueMicrotask(showComposer);
}

/** Go up to where questions stand: a button further down has opened one, or the end of a long one was tapped. */
function showComposer() {
  const at = document.querySelector(".composer")?.getBoundingClientRect();
  if (at && at.top < 0) scrollBy({ top: at.top - ROOM_ABOVE, behavior: "instant" });
}

function group(prompt) {
  const allowed = prompt.options[freeIndexes(prompt)[0]];
  return h("section", { class: "card group", key: keyOf(prompt), role: "group", "aria-label": prompt.label, "data-verb": prompt.verb },
    h("h2", null, prompt.label), prompt.hint && h("p", { class: "why" }, prompt.hint),
    h("div", { class: "choices" }, allowed.map((word) => h("button", { key: word, onclick: () => submit(prompt, fill(prompt, [word])), "data-word": word }, wordText(prompt, word)))));
}

function greyed(prompts) {
  return h("details", { class: "cannot", key: "cannot" },
    h("summary", null, t("Not now")),
    h("ul", null, prompts.map((p) => h("li", { key: keyOf(p) }, h("b", null, p.label), " ", h("span", null, p.reason)))));
}

// ------------------------------------------------------------------------------------------------ several words

function composer(prompt, table) {
  const free = freeIndexes(prompt);
  const step = open.words.length;
  const allowed = prompt.options[free[step]];
  const body = prompt.roll ? rollByHand(prompt, (words) => submit(prompt, words))
    : prompt.unordered && free.length > 1 ? (prompt.once ? ticks : multiPick)(prompt, free)
    : isTapped(prompt, table, step) ? h("details", { key: "list" }, h("summary", null, t("Choose from a list instead")), choices(prompt, allowed))
    : choices(prompt, allowed);
  const many = free.length > 1 && !prompt.unordered && !prompt.roll;
  const canGoBack = (many && step > 0) || prompt !== lone(table, prompt.seat);
  return h("section", { class: "card composer", key: `composer ${open.key}`, "aria-label": prompt.label },
    h("div", { class: "row" },
      canGoBack && h("button", { class: "icon", onclick: back, "aria-label": t("Back") }, sign("back")),
      h("h2", null, prompt.label),
      many && h("span", { class: "soft right" }, t("{n} of {m}", { n: step + 1, m: free.length }))),
    prompt.hint && h("p", { class: "why" }, prompt.hint),
    open.words.length > 0 && !prompt.unordered && h("p", { class: "chosen" }, open.words.map((w) => h("span", { class: "chip" }, wordText(prompt, w)))),
    many && prompt.names[free[step]] && h("p", { class: "ask" }, prompt.names[free[step]]),
    body);
}

function back() {
  if (open && open.words.length) open = { ...open, words: open.words.slice(0, -1) };
  else open = null;
  redraw();
}

function choices(prompt, allowed) {
  if (allowed[0] === "*") return anyWord(prompt);
  if (allowed.every(isNumber) && allowed.length > NUMBERS) return stepper(prompt, allowed);
  const narrow = allowed.every((w) => wordText(prompt, w).length < 4);
  return h("div", { class: narrow ? "choices narrow" : "choices" },
    allowed.map((word) => h("button", { key: word, onclick: () => choose(prompt, word), "data-word": word }, wordText(prompt, word))));
}

let typed = "";

function anyWord(prompt) {
  const send = (event) => {
    event.preventDefault();
    const word = typed.trim().replace(/\s+/g, "-");
    typed = "";
    if (word) choose(prompt, word);
  };
  return h("form", { class: "row", onsubmit: send },
    h("input", { value: typed, maxlength: 60, "aria-label": prompt.label, autocomplete: "off", oninput: (e) => (typed = e.target.value) }),
    h("button", { class: "go" }, t("OK")));
}

let stepped = {};

function stepper(prompt, allowed) {
  const values = allowed.map(Number);
  const key = `${open.key} ${open.words.length}`;
  const at = stepped.key === key ? stepped.at : Math.max(0, values.indexOf(0));
  const move = (by) => {
    stepped = { key, at: Math.min(values.length - 1, Math.max(0, at + by)) };
    redraw();
  };
  const typedIn = (event) => {
    const found = values.indexOf(Number(event.target.value));
    if (found >= 0) move(found - at);
  };
  return h("div", { class: "stepper" },
    h("button", { onclick: () => move(-5), "aria-label": t("5 less") }, "−5"),
    h("button", { onclick: () => move(-1), "aria-label": t("1 less") }, "−"),
    h("input", { type: "number", min: Math.min(...values), max: Math.max(...values), value: String(values[at]), onchange: typedIn, "aria-label": prompt.label }),
    h("button", { onclick: () => move(1), "aria-label": t("1 more") }, "+"),
    h("button", { onclick: () => move(5), "aria-label": t("5 more") }, "+5"),
    h("button", { class: "go", onclick: () => choose(prompt, String(values[at])) }, t("OK")));
}

/** "Choose 10 of these": one counter for each word. */
function multiPick(prompt, free) {
  const words = [...new Set(free.flatMap((i) => prompt.options[i]))];
  const count = (word) => open.words.filter((w) => w === word).length;
  const most = (word) => free.filter((i) => prompt.options[i].includes(word)).length;
  const left = free.length - open.words.length;
  const change = (word, by) => {
    const kept = [...open.words];
    if (by > 0) kept.push(word);
    else kept.splice(kept.indexOf(word), 1);
    open = { ...open, words: kept };
    redraw();
  };
  return h("div", { class: "picks" },
    words.map((word) => h("div", { class: "pick", key: word },
      h("span", null, wordText(prompt, word)),
      h("button", { class: "icon", disabled: count(word) === 0, onclick: () => change(word, -1), "aria-label": t("one {what} less", { what: wordText(prompt, word) }) }, sign("minus")),
      h("output", null, String(count(word))),
      h("button", { class: "icon", disabled: left === 0 || count(word) >= most(word), onclick: () => change(word, 1), "aria-label": t("one {what} more", { what: wordText(prompt, word) }) }, sign("plus")))),
    picked(prompt, left));
}

function picked(prompt, left) {
  return h("button", { class: "go wide", disabled: left !== 0, onclick: () => submit(prompt, arrange(prompt, open.words)) },
    left ? t("{n} still to choose", { n: left }) : t("Done"));
}

/** "Choose 4 different ones": each is on or off. */
function ticks(prompt, free) {
  const left = free.length - open.words.length;
  const flip = (word) => {
    open = { ...open, words: open.words.includes(word) ? open.words.filter((w) => w !== word) : [...open.words, word] };
    redraw();
  };
  const tick = (word) => {
    const on = open.words.includes(word);
    return h("button", { key: word, role: "checkbox", "aria-checked": on ? "true" : "false", disabled: !on && left === 0, onclick: () => flip(word), "data-word": word }, wordText(prompt, word));
  };
  return h("div", { class: "picks" }, h("div", { class: "choices" }, prompt.options[free[0]].map(tick)), picked(prompt, left));
}

/** The words in an order that fits the prompt's arguments one by one. */
function arrange(prompt, words) {
  const kept = [...words];
  return prompt.options.map((allowed) => {
    const at = kept.findIndex((word) => allowed.includes(word));
    return at < 0 ? allowed[0] : kept.splice(at, 1)[0];
  });
}

// ------------------------------------------------------------------------------------------------ printed values

const forms = new Map();

/** Printed values of this copy of the game: KEY VALUE pairs in one form. */
function catalogueForm(prompt) {
  const key = keyOf(prompt);
  const values = forms.get(key) || {};
  const pairs = [];
  for (let i = 0; i + 1 < prompt.options.length; i += 2) pairs.push([i, prompt.options[i][0], prompt.options[i + 1]]);
  const put = (i, value) => {
    forms.set(key, { ...values, [i]: value });
    redraw();
  };
  const valueOf = (i) => values[i] ?? prompt.usual[i + 1] ?? "";
  const done = pairs.every(([i, , allowed]) => (allowed[0] === "*" ? valueOf(i).trim() : isFixed(allowed) || allowed.includes(valueOf(i))));
  const send = (event) => {
    event.preventDefault();
    forms.delete(key);
    submit(prompt, pairs.flatMap(([i, name, allowed]) => [name, isFixed(allowed) ? allowed[0] : valueOf(i).trim().replace(/\s+/g, "-")]));
  };
  return h("form", { class: "form", onsubmit: send, "data-verb": "catalogue" },
    prompt.hint && h("p", { class: "why" }, prompt.hint),
    pairs.map(([i, name, allowed]) => field(prompt, i, name, allowed, valueOf(i), put)),
    h("button", { class: "go", disabled: !done }, t("Remember")));
}

function field(prompt, i, name, allowed, value, put) {
  const label = prompt.texts[name] && prompt.texts[name] !== name ? prompt.texts[name] : prompt.names[i + 1] || prompt.names[i] || name;
  if (isFixed(allowed)) return null;
  if (allowed[0] !== "*" && allowed.length <= FEW && allowed.every((word) => wordText(prompt, word).length <= SHORT)) return chips(prompt, i, label, allowed, value, put);
  const control = allowed[0] === "*"
    ? h("input", { value, maxlength: 60, autocomplete: "off", oninput: (e) => put(i, e.target.value) })
    : h("select", { value, onchange: (e) => put(i, e.target.value) },
        h("option", { value: "", disabled: true, selected: !value }, t("choose")),
        allowed.map((word) => h("option", { value: word, selected: word === value }, wordText(prompt, word))));
  return h("label", { key: i }, h("span", null, label), control);
}

/** A few short words side by side: one tap instead of a list that opens. */
function chips(prompt, i, label, allowed, value, put) {
  return h("div", { class: "chipsfield", key: i, role: "radiogroup", "aria-label": label }, h("span", null, label),
    h("div", { class: "chipsrow" }, allowed.map((word) => h("button", { type: "button", key: word, role: "radio", "aria-checked": word === value ? "true" : "false", onclick: () => put(i, word), "data-word": word }, wordText(prompt, word)))));
}

// ------------------------------------------------------------------------------------------------ rolls

function rollCard(prompt) {
  const simulated = known.state.simulated;
  return h("section", { class: "card rollcard", key: keyOf(prompt), "data-verb": prompt.verb },
    h("h2", null, prompt.label), prompt.hint && h("p", { class: "why" }, prompt.hint),
    h("div", { class: "pieces", "aria-hidden": "true" }, prompt.tray.map((item) => pieceIcon(item.kind, item.face || (item.kind === "meeple" ? "hard" : ""), item.color))),
    h("div", { class: simulated ? "btns" : "btns one" },
      simulated && h("button", { class: "go", onclick: () => post("/api/throw", { seat: prompt.seat }), "data-act": "throw" }, h("span", null, t("Throw")), h("small", null, t("into the simulated tray"))),
      h("button", { onclick: () => start(prompt), "data-act": "type" }, h("span", null, t("Type it in")), h("small", null, simulated ? t("instead of the camera") : t("if the camera does not see it")))));
}

// ------------------------------------------------------------------------------------------------ tapping sheets

/** Words that can be tapped on a sheet now: word -> what to do. */
export function tappable(table, seat) {
  const taps = new Map();
  const prompts = table.prompts.filter((p) => p.seat === seat && !p.reason && !p.roll && !isForm(p));
  const answering = prompts.find((p) => p === current(table, seat));
  const offer = (prompt, word, act) => taps.set(word, [...(taps.get(word) || []), { label: prompt.label, detail: prompt.labelled.includes(word) ? wordText(prompt, word) : "", act }]);
  if (answering) {
    const free = freeIndexes(answering);
    const slots = answering.unordered ? free.slice(open.words.length, open.words.length + 1) : [free[open.words.length]];
    for (const i of slots) for (const word of answering.options[i] || []) if (!isNumber(word)) offer(answering, word, () => (answering.unordered && free.length > 1 ? pickOne(answering, word, free) : choose(answering, word)));
    return taps;
  }
  // Housekeeping is begun from its own button, so that a map is not all frames and a stray tap mends nothing; but
  // places that are shown in order to be described are tapped right there.
  for (const prompt of prompts.filter((p) => !p.aside || p.verb === "catalogue")) {
    const free = freeIndexes(prompt);
    const at = free.length ? free[0] : prompt.options.length - 1;
    if (at < 0) continue;
    for (const word of prompt.options[at]) if (!isNumber(word) || prompt.options[at].length === 1) offer(prompt, word, () => (free.length ? begin(prompt, word, free) : submit(prompt, fill(prompt, []))));
  }
  return taps;
}

function begin(prompt, word, free) {
  if (!prompt.unordered || free.length === 1) return choose(prompt, word);
  start(prompt);
  pickOne(prompt, word, free);
}

function pickOne(prompt, word, free) {
  if (open.words.length < free.length && !(prompt.once && open.words.includes(word))) open = { ...open, words: [...open.words, word] };
  redraw();
}
