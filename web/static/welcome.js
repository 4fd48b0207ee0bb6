// The first steps at a new table: name, code, camera, calibration, lights, a test roll. Each can be skipped and done later.

import { h } from "./dom.js";
import { boot, get, known, post, redraw, t, toast } from "./base.js";
import { menu, run } from "./chrome.js";
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

const go = (what, more) => act(what, more, next);
const skip = () => act("mark", { step: open, how: "skipped" }, next);
const done = () => act("mark", { step: open, how: "done" }, next);

/** Start the table anew and come back to this page when it answers again. */
async function restart() {
  if (!(await act("restart"))) return;
  busy = "restart";
  redraw();
  const began = Date.now();
  const back = async () => {
    const answer = await fetch("/health").catch(() => null);
    if (answer?.ok && Date.now() - began > 1500) location.reload();
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
  return h("div", { class: "historypage" },
    h("header", { class: "who" }, h("a", { class: "button icon", href: "/host", "aria-label": t("Back") }, "←"), h("b", null, t("First steps")), h("span", { class: "right" }), menu()),
    at?.safe && safe(),
    at && h("ol", { class: "phases" }, at.steps.map((s) => h("li", { key: s.name, class: s.name === open ? "on" : s.state === "done" ? "done" : "", "aria-current": s.name === open ? "step" : undefined },
      h("button", { class: "plain", onclick: () => { open = s.name; seen = null; redraw(); }, "data-step": s.name }, titles[s.name])))),
    busy === "restart" ? h("section", { class: "card", key: "wait" }, h("p", { role: "status" }, t("The table starts anew; one moment …"))) : !at ? h("section", { class: "card", key: "load" }, h("p", { class: "soft" }, t("One moment …"))) : (shown[open] || end)());
}

function safe() {
  return h("section", { class: "card", key: "safe" }, h("h2", null, t("Safe mode")), h("p", null, at.safe), h("div", { class: "btns" }, h("button", { class: "go", onclick: restart, "data-act": "restart" }, t("Start normally"))));
}

function card(key, title, text, inside, buttons) {
  return h("section", { class: "card", key }, h("h2", null, title), h("p", { class: "soft" }, text), inside,
    h("div", { class: "btns" }, buttons, h("button", { onclick: skip, disabled: Boolean(busy), "data-act": "skip" }, t("Later"))));
}

const button = (text, onclick, name) => h("button", { class: "go", disabled: Boolean(busy), onclick, "data-act": name }, text);

function field(label, name, value) {
  draft[name] ??= value;
  return h("label", null, h("span", null, label), h("input", { value: draft[name], maxlength: 40, oninput: (e) => (draft[name] = e.target.value), "data-field": name }));
}

const shown = {
  name: () => card("name", t("What is this table called?"), t("The name stands on the panel and in the record of every game."),
    h("div", { class: "form" }, field(t("Name of the table"), "name", at.name),
      h("label", null, h("span", null, t("Language")), h("select", { value: (draft.language ??= boot.lang), onchange: (e) => (draft.language = e.target.value) }, Object.entries(at.languages).map(([code, text]) => h("option", { value: code, selected: code === draft.language }, text))))),
    button(t("Keep it"), () => go("name", { name: draft.name, language: draft.language }), "name")),

  code: () => card("code", t("Who may join?"), t("Phones join with this code. Keep it, make a new one, or choose your own."),
    h("div", null, h("div", { class: "join" }, joinBox(at.code)), h("div", { class: "form" }, field(t("A code of your own"), "code", ""))),
    [button(t("Keep it"), () => (draft.code ? go("code", { code: draft.code }) : done()), "code"), h("button", { onclick: () => act("code", { code: "" }), disabled: Boolean(busy), key: "new" }, t("Make a new code"))]),

  camera: () => card("camera", t("Which camera looks into the tray?"), at.cameras.length ? t("Choose one. Without a camera every roll is typed on the panel.") : t("No camera is plugged in. Plug one in and look again, or go on without: rolls are then typed."),
    h("div", null, choices(at.cameras, "camera", t("No camera: rolls are typed")), at.picture && h("img", { class: "photo", src: "/camera.mjpeg?welcome", alt: t("What the camera sees now") })),
    [button(t("Use it"), () => use("camera"), "camera"), h("button", { onclick: load, key: "again" }, t("Look again"))]),

  calibration: () => card("calibration", t("Measure the tray"), at.calibrated ? t("The tray is measured. Measure again when camera, tray or lamp were moved.") : t("The camera has to know where the tray is. It takes two minutes."), null,
    [h("a", { class: "button go", href: "/calibrate", key: "go" }, at.calibrated ? t("Measure again") : t("Measure now")), at.calibrated && h("button", { onclick: done, key: "done", "data-act": "done" }, t("It is done"))]),

  lights: () => card("lights", t("Lamps and buttons"), at.boards.length ? t("Choose what is connected. A serial board brings its buttons along.") : t("No lamps are connected. Plug the board in and look again, or go on without."),
    choices(at.boards, "lights", t("No lamps")),
    [button(t("Use it"), () => use("lights"), "lights"), at.lights && !at.needs_restart && h("button", { onclick: () => act("blink"), key: "blink", "data-act": "blink" }, t("Let them all light up")), h("button", { onclick: load, key: "again" }, t("Look again"))]),

  roll: () => card("roll", t("A test roll"), t("Throw a few dice or meeples into the tray and let the table read them. Nothing is counted."),
    h("div", null, seen && h("div", { class: seen.doubts.length ? "said" : "said good", role: "status" },
      h("p", null, seen.seen.length ? t("It reads: {pieces}.", { pieces: seen.seen.join(", ") }) : t("It sees an empty tray.")), seen.doubts.map((text) => h("p", { key: text }, text)))),
    [button(t("Read the tray"), () => act("look", {}, (a) => (seen = a)), "look"), known.state.simulated && h("button", { onclick: () => act("throw"), key: "throw", "data-act": "throw" }, t("Throw")), seen && h("button", { onclick: done, key: "right", "data-act": "done" }, t("That is right"))]),
};

function choices(offers, what, none) {
  const chosen = (draft[what] ??= at[what]);
  const one = (url, text) => h("button", { key: url || "none", role: "radio", "aria-checked": chosen === url ? "true" : "false", onclick: () => { draft[what] = url; redraw(); }, "data-url": url }, h("span", null, text), url && h("small", null, url));
  return h("div", { class: "choices", role: "radiogroup", "aria-label": titles[what] }, offers.map((o) => one(o.url, o.text)), one("", none));
}

async function use(what) {
  const same = draft[what] === at[what];
  if (same) return done();
  // A device is opened at the start; doing that at once lets the next steps use it.
  if (await act(what, { url: draft[what] })) restart();
}

function end() {
  const open_ = at.steps.filter((s) => s.state !== "done").map((s) => titles[s.name]);
  return h("section", { class: "card", key: "end" }, h("h2", null, t("The table is ready")),
    h("p", null, open_.length ? t("Still open: {steps}. You find these steps in the menu whenever you want them.", { steps: open_.join(", ") }) : t("Everything is set up.")),
    at.needs_restart && h("p", { class: "soft" }, t("Some of it counts from the next start on.")),
    h("div", { class: "btns" }, h("button", { class: "go", onclick: finish, "data-act": "finish" }, t("To the table")), at.needs_restart && h("button", { onclick: restart, "data-act": "restart" }, t("Start anew now"))));
}

async function finish() {
  if (await act("finish")) location.href = "/";
}

load();
run(page);
