// All tables at a glance: whoever needs help comes first.

import { h } from "./dom.js";
import { prefs, redraw, t } from "./base.js";
import { glyph } from "./looks.js";
import { ago, night, run, stateName, troubles } from "./hub.js";

const MANY = 24; // so many tables still fit as large cards
let wanted = "";

function page() {
  const rows = [...night.tables.values()];
  const shown = rows.filter(fits).sort(order);
  const needing = rows.filter((row) => troubles(row).length);
  return h("div", { class: "glance" },
    h("h1", null, t("Tables")),
    h("div", { class: "counts", role: "status" },
      count(rows.length, t("tables")), count(rows.filter(playing).length, t("playing")), count(rows.filter((row) => row.state === "gone").length, t("not reachable")), count(needing.length, t("need help"), needing.length ? "ask" : "")),
    h("div", { class: "finder" },
      h("label", null, h("span", { class: "vh" }, t("Find a table, game or player")), h("input", { type: "search", value: wanted, placeholder: t("Find a table, game or player"), oninput: (e) => find(e.target.value) })),
      h("label", { class: "check" }, h("input", { type: "checkbox", checked: prefs.get("helponly", false), onchange: (e) => prefs.set("helponly", e.target.checked) }), h("span", null, t("Only those that need help"))),
      h("label", { class: "check" }, h("input", { type: "checkbox", checked: isSmall(rows), onchange: (e) => prefs.set("smallcards", e.target.checked) }), h("span", null, t("Small cards")))),
    !rows.length && h("p", { class: "card" }, t("No table has been heard of yet. A table appears here as soon as its [network] section names this broker.")),
    rows.length > 0 && !shown.length && h("p", { class: "card" }, t("No table fits.")),
    h("ul", { class: isSmall(rows) ? "tables dense" : "tables" }, shown.map((row) => remembered(row, isSmall(rows)))));
}

const isSmall = (rows) => prefs.get("smallcards", rows.length > MANY);

const playing = (row) => row.state === "there" && row.game && !row.over;

function count(n, text, kind) {
  return h("span", { class: `count ${kind || ""}` }, h("b", null, String(n)), " ", text);
}

function find(text) {
  wanted = text;
  redraw();
}

function fits(row) {
  if (prefs.get("helponly", false) && !troubles(row).length) return false;
  const text = wanted.trim().toLowerCase();
  return !text || [row.title, row.name, row.game, ...row.names].join(" ").toLowerCase().includes(text);
}

function order(a, b) {
  const rank = (row) => (troubles(row).length ? 0 : row.state === "there" ? 1 : 2);
  return rank(a) - rank(b) || a.title.localeCompare(b.title, undefined, { numeric: true });
}

const cards = new Map();

/** The card of a table as it was drawn last, unless something about it changed: of many tables few do. */
function remembered(row, small) {
  const made = `${small} ${Math.floor(Date.now() / 60000)}`;
  const known = cards.get(row.name);
  if (known && known.row === row && known.made === made) return known.node;
  const node = card(row, small);
  cards.set(row.name, { row, made, node });
  return node;
}

function card(row, small) {
  const wrong = troubles(row);
  return h("li", { key: row.name, class: `tablecard ${row.state}${wrong.length ? " help" : ""}` },
    h("h2", null, h("a", { href: `/table/${row.name}` }, row.title), h("span", { class: `state ${row.state}` }, h("span", null, stateName(row)))),
    row.game ? h("p", { class: "what" }, h("b", null, row.game), row.round ? ` · ${t("round {n}", { n: row.round })}` : "", row.phase ? ` · ${row.phase}` : "") : h("p", { class: "what soft" }, t("Nobody plays.")),
    row.names.length > 0 && h("ol", { class: "seats" }, row.names.map((name, seat) => seatLine(row, name, seat, small))),
    row.over ? h("p", { class: "asks" }, t("The game is over.")) : row.asked.length > 0 && h("p", { class: "asks" }, asking(row)),
    wrong.map((text) => h("p", { class: "wrong", key: text }, text)),
    row.state !== "there" && row.heard_ms > 0 && h("p", { class: "soft heard" }, t("Last heard {when}.", { when: ago(row.heard_ms) })));
}

function seatLine(row, name, seat, small) {
  const asked = row.asked.includes(seat) && !row.over;
  return h("li", { key: seat, class: asked ? "asked" : "" }, glyph(seat), h("span", { class: "name" }, name, row.winners.includes(seat) && h("span", { class: "won" }, " ★", h("span", { class: "vh" }, t("wins")))), asked && h("span", { class: "vh" }, t("is asked")), h("b", { class: "num", mark: small ? undefined : String(row.scores[seat]) }, String(row.scores[seat] ?? "").replace("-", "−")));
}

function asking(row) {
  const who = row.asked.length === row.names.length && row.names.length > 1 ? t("Everybody") : row.asked.map((seat) => row.names[seat]).join(", ");
  return [h("b", null, who), ": ", row.asks.join(" / ")];
}

run(page);
