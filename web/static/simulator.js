// The simulated table's own things: lamps, buttons, taking pieces out of the tray.

import { h } from "./dom.js";
import { known, me, post, t } from "./base.js";

/** The strip below the picture of a simulated tray. */
export function simulator() {
  const { lamps, buttons } = known.switches;
  if (!lamps) return null;
  const may = me().host || me().seats.length > 0;
  return h("section", { class: "card simulator", key: "simulator", "aria-label": t("Simulated lamps and buttons") },
    h("div", { class: "lamps", role: "img", "aria-label": t("Lamps") }, lamps.map(([r, g, b], i) => h("i", { key: i, style: { "--lamp": `rgb(${r} ${g} ${b})`, "--glow": r + g + b > 90 ? `rgb(${r} ${g} ${b})` : "transparent" } }))),
    may && h("div", { class: "choices" },
      buttons.map((b) => h("button", { key: b.name, class: "small", onclick: () => post("/api/press", { button: b.name }), "data-button": b.name, disabled: !b.label }, h("span", { class: "knob" }, b.text), h("small", null, b.label || t("nothing now")))),
      h("button", { class: "small", key: "clear", onclick: () => post("/api/clear"), "data-act": "clear" }, t("Empty the tray"))));
}

/** Faults that can be switched on to see what happens. */
export function faults() {
  const all = known.switches.faults || [];
  if (!all.length) return null;
  return h("section", { class: "card", key: "faults" },
    h("h2", null, t("Try a fault")), h("p", { class: "soft" }, t("The simulated table can fail like a real one.")),
    h("div", { class: "form" }, all.map((f) => h("label", { class: "check", key: f.name }, h("input", { type: "checkbox", checked: f.on, onchange: (e) => post("/api/fault", { name: f.name, on: e.target.checked }), "data-fault": f.name }), h("span", null, f.text)))));
}
