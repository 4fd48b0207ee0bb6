// Calibration step by step: look at the live picture, take the empty tray, learn colours or not, keep the profile.

import { h } from "./dom.js";
import { post, redraw, t, toast } from "./base.js";
import { menu, run } from "./chrome.js";

const LOOK_MS = 900;

let at = null; // what the server said last
let shot = 0; // counts pictures, so that each is loaded
let size = { width: "", depth: "" };
let several = false;
let busy = false;
let problem = "";

async function look() {
  if (!busy && !document.hidden && (!at || at.step === "empty")) {
    const answer = await fetch("/api/calibrate").catch(() => null);
    const said = (await answer?.json().catch(() => null)) || {};
    if (!busy) {
      at = answer?.ok ? said : null;
      problem = answer?.ok ? "" : said.error || t("The table cannot be reached; nothing was sent. Try again in a moment.");
      shot += 1;
      redraw();
    }
  }
  setTimeout(look, LOOK_MS);
}

async function act(what, more) {
  busy = true;
  redraw();
  const answer = await post("/api/calibrate", { act: what, ...more });
  busy = false;
  if (answer) {
    at = answer;
    shot += 1;
    if (what === "finish") toast(t("Kept. The tray is measured."));
  }
  redraw();
}

function begin() {
  const known = Number(size.width) && Number(size.depth);
  act("begin", { several, ...(known ? { width_mm: Math.round(Number(size.width)), depth_mm: Math.round(Number(size.depth)) } : {}) });
}

function tap(event) {
  const box = event.target.getBoundingClientRect();
  const share = (value, from, length) => Math.round((10000 * (value - from)) / length);
  act("tap", { x: share(event.clientX, box.left, box.width), y: share(event.clientY, box.top, box.height) });
}

function page() {
  const steps = [["empty", t("Empty tray")], ...(at?.several ? [["boxes", t("Boxes")]] : []), ["pieces", t("Colours")], ["report", t("Report")]];
  const now = at ? steps.findIndex(([name]) => name === at.step) : 0;
  return h("div", { class: "historypage" },
    h("header", { class: "who" }, h("a", { class: "button icon", href: "/host", "aria-label": t("Back") }, "←"), h("b", null, t("Calibration")), h("span", { class: "right" }), menu()),
    h("ol", { class: "phases" }, steps.map(([name, text], i) => h("li", { key: name, class: i === now ? "on" : i < now ? "done" : "", "aria-current": i === now ? "step" : undefined }, text))),
    h("section", { class: "card tray" },
      at && h("img", { class: "photo", src: `/calibrate.jpg?${shot}`, alt: t("Camera picture with the markers found"), onclick: (at.step === "empty" && !at.several) || at.step === "boxes" ? tap : null }),
      h("div", { role: "status", class: at?.ready ? "said good" : "said" }, (at?.says || [problem || t("One moment …")]).map((text) => h("p", { key: text }, text)))),
    at && next());
}

function next() {
  if (at.step === "empty") return h("section", { class: "card", key: "empty" },
    h("p", { class: "why" }, at.several ? t("The markers lie around all boxes. After the picture you tap the corners of each box.") : t("Without markers: tap the four corners of the tray floor, far left first.")),
    h("div", { class: "form" },
      h("label", { class: "check" }, h("input", { type: "checkbox", checked: several, onchange: (e) => { several = e.target.checked; begin(); }, "data-act": "several" }), h("span", null, t("Several boxes stand under this camera, one for each player"))),
      h("h2", null, at.several ? t("Inner size of one box, if you know it") : t("Inner size of the tray, if you know it")), h("div", { class: "row" }, number("width", t("Width in mm")), number("depth", t("Depth in mm")))),
    h("div", { class: "btns" }, h("button", { class: "go", disabled: busy, onclick: () => act("empty"), "data-act": "empty" }, t("Take the picture")), h("button", { onclick: begin, "data-act": "begin" }, t("Begin anew"))));
  if (at.step === "boxes") return boxes();
  const last = at.step === "report";
  return h("section", { class: "card", key: at.step },
    h("p", null, last ? t("This is what the camera sees in millimetres; the green line must run along the floor's edge.") : t("Lay one meeple of each colour and one die into the tray, or go on without.")),
    h("div", { class: "btns" },
      !last && h("button", { class: "go", disabled: busy, onclick: () => act("pieces"), "data-act": "pieces" }, t("Learn these colours")),
      h("button", { class: last ? "go" : "", disabled: busy || at.done, onclick: () => act("finish"), "data-act": "finish" }, last ? t("Keep it") : t("Without colours")),
      h("button", { onclick: begin, "data-act": "begin" }, t("Begin anew"))));
}

/** Whose box each is; tapping the picture adds more. */
function boxes() {
  return h("section", { class: "card", key: "boxes" },
    h("ul", { class: "boxes" }, at.boxes.map((seat, tray) => h("li", { key: tray, class: "row" },
      h("label", null, h("span", null, t("Box {n} belongs to", { n: tray + 1 })),
        h("select", { value: String(seat ?? -1), onchange: (e) => act("give", { tray, seat: Number(e.target.value) }) },
          h("option", { value: "-1" }, t("everybody")), at.seats.map((name, i) => h("option", { key: i, value: String(i) }, /^\d$/.test(name) ? t("Seat {n}", { n: name }) : name)))),
      h("button", { class: "small", onclick: () => act("remove", { tray }), "data-act": "remove" }, t("Remove"))))),
    h("div", { class: "btns" },
      h("button", { class: "go", disabled: busy || !at.boxes.length, onclick: () => act("boxes"), "data-act": "boxes" }, t("These are all boxes")),
      h("button", { onclick: begin, "data-act": "begin" }, t("Begin anew"))));
}

function number(name, label) {
  return h("label", null, h("span", null, label), h("input", { type: "number", min: 50, max: 1000, inputmode: "numeric", value: size[name], onchange: (e) => { size = { ...size, [name]: e.target.value }; begin(); } }));
}

look();
run(page);
