// The host's page: the next game, who has joined, the code, and faults of a simulated table.

import { h } from "./dom.js";
import { boot, known, me, post, redraw, t } from "./base.js";
import { menu, run } from "./chrome.js";
import { glyph } from "./looks.js";
import { newGame } from "./newgame.js";
import { faults, simulator } from "./simulator.js";

function page() {
  const table = known.state.table;
  return h("div", { class: "hostpage" },
    h("header", { class: "who" }, h("a", { class: "button icon", href: "/", "aria-label": t("Back to the game") }, "←"), h("b", null, t("Host")), h("span", { class: "soft title" }, table ? table.title : ""), h("span", { class: "right" }), menu()),
    h("div", { class: "columns" },
      h("div", null, newGame()),
      h("div", null, people(table), renew(), h("section", { class: "card", key: "calibrate" }, h("h2", null, t("Camera and tray")), h("p", { class: "soft" }, t("Measure the tray once, and again when camera, tray or lamp were moved.")), h("a", { class: "button small", href: "/calibrate" }, t("Calibrate"))), known.state.simulated && simulator(), known.state.simulated && faults())));
}

function people(table) {
  return h("section", { class: "card", key: "people" }, h("h2", null, t("Who has joined")),
    h("ul", { class: "people" }, known.people.map((p) => h("li", { key: p.handle },
      h("div", null, h("b", null, p.name || (p.handle === boot.you.handle ? t("this device") : t("unnamed device"))), h("span", { class: "soft" }, role(p, table))),
      p.handle !== boot.you.handle && h("span", { class: "row" },
        p.wants !== null && h("button", { class: "small go", onclick: () => act(p, "allow") }, t("Allow")),
        p.wants !== null && h("button", { class: "small", onclick: () => act(p, "deny") }, t("No")),
        !p.host && h("button", { class: "small", onclick: () => act(p, "host") }, t("Make host")),
        h("button", { class: "small", onclick: () => act(p, "remove") }, t("Remove")))))));
}

function role(p, table) {
  const seats = p.seats.filter((s) => table && s < table.names.length).map((s) => table.names[s]);
  if (p.wants !== null && table) return ` ${t("wants to take the seat of {name}", { name: table.names[p.wants] })}`;
  return ` ${[p.host && t("host"), seats.length && t("plays {names}", { names: seats.join(", ") }), !p.host && !seats.length && t("watches")].filter(Boolean).join(" · ")}`;
}

const act = (p, what) => post("/api/device", { handle: p.handle, act: what });

function renew() {
  return h("section", { class: "card", key: "code" }, h("h2", null, t("Table code")), h("p", { class: "code" }, `${boot.code.slice(0, 3)} ${boot.code.slice(3)}`), h("p", { class: "soft" }, `http://${boot.address}`),
    h("button", { class: "small", onclick: fresh }, t("Make a new code")), h("p", { class: "soft" }, t("Those who have joined stay.")));
}

async function fresh() {
  const answer = await post("/api/code");
  if (answer) location.reload();
}

run(page);
