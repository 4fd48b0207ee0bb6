// The first steps at a new table: name, code, camera, calibration, lights, a test roll. Each can be skipped and done later.

import { h } from "./dom.js";
import { boot, get, known, post, redraw, t, toast } from "./base.js";
import { menu, run } from "./chrome.js";
import { pieceIcon, sign } from "./looks.js";
import { joinBox } from "./newgame.js";

let at = null; // what the server said last
let open = null; // the step that is shown
let draft = {};
let busy = "";
let seen = null; // what the test roll showed

const titles = { name: t("Name"), code: t("Code"), camera: t("Camera"), calibration: t("Calibration"), lights: t("Lights"), roll: t("Test roll") };

async function load() {
  at = await get("/api/welcome");
  if (at && !open) open = at.steps.find((s) => s.state === "open")?.name || "end";
  redraw();
}

async function act(what, more, then) {
  busy = what;
  redraw();
  const answer = await post("/api/welcome", { act: what, ...more });
  busy = "";
  if (answer) {
    at = answer;
    if (then) then(answer);
  }
  redraw();
  return answer;
}

function next() {
  const names = at.steps.map((s) => s.name);
  const after = at.steps.slice(names.indexOf(open) + 1).find((s) => s.state !== "done");
  open = after ? after.name : "end";
  seen = null;
}

const step = (what, more) => act(what, more, next);
const skip = () => act("mark", { step: open, how: "skipped" }, next);
const done = () => act("mark", { step: open, how: "done" }, next);

/** Start the table anew, and open this page or another when it answers again. */
async function restart(then = "/welcome") {
  if (!(await act("restart"))) return;
  busy = "restart";
  redraw();
  const began = Date.now();
  const back = async () => {
    const answer = await fetch("/health").catch(() => null);
    if (answer?.ok && Date.now() - began > 1500) location.href = then;
    else if (Date.now() - began > 120000) {
      busy = "";
      toast(t("The table did not come back; look at it, and load this page again."));
      redraw();
    } else setTimeout(back, 700);
  };
  setTimeout(back, 1500);
}

// ------------------------------------------------------------------------------------------------ the page

function page() {
  return h("div", { class: "historypage stepspage" },
    h("header", { class: "who" }, h("a", { class: "button icon", href: "/host", "aria-label": t("Back") }, "←"), h("b", null, t("First steps")), h("span", { class: "right" }), menu()),
    at?.safe && safe(),
    at && way(),
    busy === "restart" ? h("section", { class: "card", key: "wait" }, h("p", { role: "status" }, t("The table starts anew; one moment …"))) : !at ? h("section", { class: "card", key: "load" }, h("p", { class: "soft" }, t("One moment …"))) : (shown[open] || end)());
}

function turnTo(name) {
  open = name;
  seen = null;
  redraw();
}

/** All steps in a row: numbers on a phone, names where there is room; a tick where one is done. */
function way() {
  return h("ol", { class: "way" }, at.steps.map((s, i) => h("li", { key: s.name, class: s.name === open ? "on" : s.state === "done" ? "done" : "", "aria-current": s.name === open ? "step" : undefined },
    h("button", { onclick: () => turnTo(s.name), "data-step": s.name, "aria-label": said(s, i) }, h("i", null, s.state === "done" && s.name !== open ? sign("check") : i + 1), h("span", null, titles[s.name])))));
}

const said = (s, i) => [`${i + 1}. ${titles[s.name]}`, s.state === "done" && t("done"), s.state === "skipped" && t("later")].filter(Boolean).join(", ");

function safe() {
  return h("section", { class: "card", key: "safe" }, h("h2", null, t("Safe mode")), h("p", null, at.safe), h("div", { class: "btns one" }, h("button", { class: "go", onclick: () => restart(), "data-act": "restart" }, t("Start normally"))));
}

/** One step: what it asks, what there is to see or choose, one way on, and a quiet way past it. */
function card(title, text, inside, onward) {
  const number = at.steps.findIndex((s) => s.name === open) + 1;
  return h("section", { class: "card step", key: open },
    h("div", null, h("p", { class: "why" }, t("Step {n} of {all}", { n: number, all: at.steps.length })), h("h1", null, title)),
    h("p", { class: "soft" }, text), inside,
    h("div", { class: "onward" }, onward, h("button", { class: "quiet", onclick: skip, disabled: Boolean(busy), "data-act": "skip" }, t("Do this later"))));
}

const go = (text, onclick, name) => h("button", { class: "go", disabled: Boolean(busy), onclick, "data-act": name }, text);
const tool = (icon, text, onclick, name) => h("button", { class: "small", key: text, disabled: Boolean(busy), onclick, "data-act": name }, sign(icon), text);

function field(label, name, value, more = {}) {
  draft[name] ??= value;
  const typed = (e) => {
    draft[name] = e.target.value;
    if (more.follow) redraw();
  };
  return h("label", null, h("span", null, label), h("input", { value: draft[name], maxlength: 40, autocomplete: "off", placeholder: more.hint, oninput: typed, "data-field": name }));
}

const shown = {
  name: () => card(t("What is this table called?"), t("The name stands on the panel and in the record of every game."),
    h("div", { class: "form" }, field(t("Name of the table"), "name", at.name),
      h("label", null, h("span", null, t("Language")), h("select", { value: (draft.language ??= boot.lang), onchange: (e) => (draft.language = e.target.value) }, Object.entries(at.languages).map(([code, text]) => h("option", { value: code, selected: code === draft.language }, text))))),
    go(t("Keep this name"), named, "name")),

  code: () => card(t("Who may join?"), t("Phones join with this code. Keep it, make a new one, or choose your own."),
    [h("div", { class: "join", key: "join" }, joinBox(at.code)),
      h("div", { class: "tools", key: "tools" }, tool("again", t("Make a new code"), () => act("code", { code: "" }), "newcode")),
      h("div", { class: "form", key: "own" }, field(t("A code of your own"), "code", "", { follow: true, hint: t("six letters or digits, or more") }))],
    draft.code ? go(t("Use my own code"), () => step("code", { code: draft.code }), "code") : go(t("Keep this code"), done, "code")),

  camera: () => card(t("Which camera looks into the tray?"), at.cameras.length ? t("Choose one. Without a camera every roll is typed on the panel.") : t("No camera is plugged in. Plug one in and look again, or go on without: rolls are then typed."),
    [choices(at.cameras, "camera", t("No camera: rolls are typed")),
      sees() && draft.camera === at.camera && eye(),
      h("div", { class: "tools", key: "tools" }, tool("again", t("Look again"), load, "again"))],
    go(draft.camera ? t("Use this camera") : t("Go on without a camera"), () => use("camera"), "camera")),

  calibration: () => (at.camera ? card(t("Measure the tray"), at.calibrated ? t("The tray is measured. Measure again when camera, tray or lamp were moved.") : t("The camera has to know where the tray is. It takes two minutes."),
    [sees() && eye(), at.calibrated && h("div", { class: "tools", key: "tools" }, h("a", { class: "button small", href: "/calibrate" }, sign("camera"), t("Measure again")))],
    at.calibrated ? go(t("It is done"), done, "done") : h("a", { class: "button go", href: "/calibrate" }, t("Measure now"))) : blind(t("Measure the tray"))),

  lights: () => card(t("Lamps and buttons"), at.boards.length ? t("Choose what is connected. A serial board brings its buttons along.") : t("No lamps are connected. Plug the board in and look again, or go on without."),
    [choices(at.boards, "lights", t("No lamps")),
      h("div", { class: "tools", key: "tools" }, at.lights && !at.needs_restart && tool("go", t("Let them all light up"), () => act("blink"), "blink"), tool("again", t("Look again"), load, "again"))],
    go(draft.lights ? t("Use these lamps") : t("Go on without lamps"), () => use("lights"), "lights")),

  roll: () => (at.camera ? card(t("A test roll"), t("Throw a few dice or meeples into the tray and let the table read them. Nothing is counted."),
    [sees() && eye(), seen && reading(),
      h("div", { class: "tools", key: "tools" }, known.state.simulated && tool("dice", t("Throw"), () => act("throw", {}, () => (seen = null)), "throw"), seen?.pieces.length > 0 && tool("again", t("Read again"), look, "look"))],
    seen?.pieces.length ? go(t("That is right"), done, "done") : go(busy === "look" ? t("One moment …") : t("Read the tray"), look, "look")) : blind(t("A test roll"))),
};

const look = () => act("look", {}, (answer) => (seen = answer));
const sees = () => at.picture || (known.live && known.live.state !== "no camera");
const eye = () => h("img", { class: "photo", key: "eye", src: "/camera.mjpeg?welcome", alt: t("What the camera sees now") });

/** A step that needs a camera, at a table that has none. */
function blind(title) {
  return card(title, t("This table has no camera yet. Choose one first, or come back to this step when you have one."), null,
    h("button", { class: "go", onclick: () => turnTo("camera"), "data-act": "tocamera" }, t("Choose a camera")));
}

/** What the test roll showed, drawn as it lies there. */
function reading() {
  return h("div", { class: "read", key: "read", role: "status" },
    h("p", null, h("b", null, seen.pieces.length ? t("This is what it reads") : t("It sees an empty tray."))),
    seen.pieces.length > 0 && h("ul", { class: "chips" }, seen.pieces.map((p, i) => h("li", { key: i, class: "chip" }, pieceIcon(p.kind, p.face, p.color), h("span", null, seen.seen[i])))),
    seen.doubts.map((text) => h("p", { class: "ask", key: text }, text)));
}

function choices(offers, what, none) {
  const chosen = (draft[what] ??= at[what]);
  const one = (url, text) => h("button", { key: url || "none", role: "radio", "aria-checked": chosen === url ? "true" : "false", onclick: () => { draft[what] = url; redraw(); }, "data-url": url }, h("i", { "aria-hidden": "true" }), h("span", null, text, url && url !== text && !url.startsWith("simulated:") && h("small", null, url)));
  return h("div", { class: "offers", key: "offers", role: "radiogroup", "aria-label": titles[what] }, offers.map((o) => one(o.url, o.text)), one("", none));
}

/** The page speaks the chosen language at once. */
async function named() {
  const answer = await step("name", { name: draft.name, language: draft.language });
  if (answer && draft.language !== boot.lang && (await post("/api/me", { lang: draft.language }))) location.reload();
}

async function use(what) {
  const same = draft[what] === at[what];
  if (same) return done();
  // A device is opened at the start; doing that at once lets the next steps use it.
  if (await act(what, { url: draft[what] })) restart();
}

function end() {
  const left = at.steps.some((s) => s.state !== "done");
  return h("section", { class: "card step", key: "end" }, h("h1", null, t("The table is ready")),
    h("p", { class: "soft" }, left ? t("What is left can be done whenever you want; you find these steps in the menu.") : t("Everything is set up.")),
    h("ul", { class: "done" }, at.steps.map((s) => h("li", { key: s.name, class: s.state }, h("i", null, s.state === "done" ? sign("check") : sign("minus")), h("span", null, titles[s.name]),
      s.state !== "done" && h("button", { class: "small", onclick: () => turnTo(s.name), "aria-label": t("{step}: do it now", { step: titles[s.name] }) }, t("Do it now"))))),
    h("div", { class: "onward" }, go(t("To the table"), finish, "finish")));
}

/** Names and the like count from the next start on, so the way to the table leads through one. */
async function finish() {
  if (!(await act("finish"))) return;
  if (at.needs_restart) restart("/");
  else location.href = "/";
}

load();
run(page);
