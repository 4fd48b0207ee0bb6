// The big display for a screen beside the table: scores, phase, camera, clock and the map, readable from a chair.

import { h } from "./dom.js";
import { boot, known, minutes, prefs, t } from "./base.js";
import { menu, phases, run } from "./chrome.js";
import { glyph } from "./looks.js";
import { joinBox } from "./newgame.js";
import { chart, running, scores } from "./scores.js";
import { sheets } from "./sheets.js";
import { tray } from "./live.js";

function page() {
  const table = known.state.table;
  if (!table) return waiting();
  return h("div", { class: "tv", key: table.id },
    h("header", { class: "tvhead" },
      table.turn !== null && glyph(table.turn),
      h("p", { class: "tvturn", mark: `${table.turn}` }, table.over ? t("The game is over") : table.turn !== null ? table.names[table.turn] : t("Everybody")),
      h("span", { class: "soft" }, [table.title, table.round ? t("Round {n}", { n: table.round }) : ""].filter(Boolean).join(" · ")),
      h("span", { class: "right tvcode" }, t("join: {code}", { code: "" }), h("b", null, `${boot.code.slice(0, 3)} ${boot.code.slice(3)}`)),
      prefs.get("timer", true) && !table.over && h("span", { class: "clock tvclock", "data-running": "" }, minutes(running(table))), menu()),
    phases(table),
    h("div", { class: "tvgrid" },
      h("div", { class: "tvsee" }, tray(true), h("div", { class: "boards tvboards" }, sheets(table, null), table.names.map((name, seat) => mine(table, name, seat)))),
      h("div", { class: "tvside" }, h("h1", { mark: table.headline }, table.headline), scores(table, null, true),
        h("div", { class: "tvsaid" }, table.recent.slice(-3).reverse().map((e) => h("p", { key: e.index }, glyph(e.seat), " ", e.sentences.join(" ")))),
        h("div", { class: "tvchart" }, chart(table.names, table.curve)),
        h("section", { class: "tvjoin", key: "join" }, joinBox(boot.code)))));
}

function mine(table, name, seat) {
  if (!table.sheets.some((s) => s.seat === seat && s.kind === "grid")) return null;
  return h("section", { class: "tvseat", key: seat }, h("h2", null, glyph(seat), " ", name), sheets({ ...table, sheets: table.sheets.filter((s) => s.kind === "grid") }, seat));
}

function waiting() {
  return h("div", { class: "tv welcome" }, h("header", { class: "tvhead" }, h("p", { class: "tvturn" }, t("Welcome to the table")), h("span", { class: "right" }), menu()),
    h("section", { class: "join huge" }, joinBox(boot.code)), h("p", { class: "soft" }, boot.address),
    h("p", null, known.people.map((p) => p.name).filter(Boolean).join(" · ")));
}

run(page);
