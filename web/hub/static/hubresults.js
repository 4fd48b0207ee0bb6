// The evening: standings, players across tables, every result, and pieces that wandered.

import { h } from "./dom.js";
import { boot, redraw, t, timeOfDay } from "./base.js";
import { pieceIcon } from "./looks.js";
import { night, run } from "./hub.js";

const MANY = 12; // so many people are found without help
let other = null;
let wanted = "";

function page() {
  const evening = other || night.evening;
  return h("div", { class: "evening" },
    h("div", { class: "row wrap" }, h("h1", null, t("Results and standings")), evening.days.length > 1 && days(evening)),
    night.evening.wanderers.length > 0 && wanderers(night.evening.wanderers),
    !evening.results.length ? h("p", { class: "card" }, t("No game was finished yet."), " ", t("As soon as one is, its result stands here.")) : [
      evening.standings.length > MANY && finder(), standings(evening), results(evening)],
    files(evening));
}

function finder() {
  return h("label", { class: "finder", key: "finder" }, h("span", { class: "vh" }, t("Find a player")), h("input", { type: "search", value: wanted, placeholder: t("Find a player"), oninput: (e) => find(e.target.value) }));
}

function find(text) {
  wanted = text;
  redraw();
}

const fits = (name) => name.toLowerCase().includes(wanted.trim().toLowerCase());

function days(evening) {
  return h("label", { class: "right" }, h("span", { class: "vh" }, t("Evening")), h("select", { value: evening.day, onchange: (e) => choose(e.target.value) }, evening.days.map((day) => h("option", { value: day, selected: day === evening.day }, new Date(`${day}T12:00`).toLocaleDateString(boot.lang, { weekday: "short", day: "numeric", month: "long", year: "numeric" })))));
}

async function choose(day) {
  const answer = day === night.evening.day ? null : await fetch(`/api/evening?day=${day}`).catch(() => null);
  other = answer?.ok ? await answer.json() : null;
  redraw();
}

function standings(evening) {
  const head = [["num", t("Place")], ["", t("Player")], ["num", t("Points")], ["num", t("Games")], ["num", t("Wins")], ["num wideonly", t("Left behind")], ["wideonly", t("Tables")]];
  return h("section", { class: "card", key: "standings" }, h("h2", null, t("Standings")),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("Standings") }, h("table", { class: "lines" },
      h("thead", null, h("tr", null, head.map(([kind, text]) => h("th", { scope: "col", class: kind, key: text }, text)))),
      h("tbody", null, evening.standings.filter((s) => fits(s.name)).map((s) => h("tr", { key: s.name },
        h("td", { class: "num" }, String(s.place)), h("th", { scope: "row" }, h("button", { class: "who", title: t("Show only the games of {name}", { name: s.name }), onclick: () => find(wanted === s.name ? "" : s.name) }, s.name)), h("td", { class: "num" }, h("b", null, points(s.points))), h("td", { class: "num" }, String(s.games)), h("td", { class: "num" }, String(s.wins)), h("td", { class: "num wideonly" }, `${s.beaten} %`), h("td", { class: "wideonly" }, s.tables.join(", "))))))),
    h("p", { class: "why" }, t("A game brings a point for each opponent left behind and half a point for each one level. Results were played again from the tables' journals.")));
}

function points(n) {
  return n.toLocaleString(boot.lang, { maximumFractionDigits: 1 });
}

function results(evening) {
  return h("section", { class: "card", key: "results" }, h("h2", null, t("Results")),
    h("ul", { class: "results" }, evening.results.filter((r) => r.names.some(fits)).map((r) => h("li", { key: `${r.table}/${r.id}` },
      h("div", { class: "row wrap" }, h("b", null, r.game), h("a", { href: `/table/${r.table}` }, r.at), h("span", { class: "soft" }, timeOfDay(r.ended_ms), " · ", t("{n} min", { n: r.minutes })), h("a", { class: "right", href: r.bgstats }, "BG Stats")),
      h("p", { class: "people" }, r.order.map((seat) => h("span", { key: seat, class: r.winners.includes(seat) ? "won" : "" }, r.winners.includes(seat) && h("span", { "aria-hidden": "true" }, "★ "), r.names[seat], " ", h("b", { class: "num" }, String(r.scores[seat]).replace("-", "−")))))))));
}

function wanderers(list) {
  return h("section", { class: "card ask", key: "wanderers" }, h("h2", null, t("Pieces that may have changed tables")),
    h("ul", { class: "results" }, list.map((w) => h("li", { key: `${w.here}${w.what}`, class: "row" }, pieceIcon(w.kind, w.kind === "d6" ? "5" : "hard", w.color),
      h("span", null, t("A {what} lies at {here} since {since}; {home} has been without one since {missed}.", { what: w.what, here: w.here, home: w.home, since: timeOfDay(w.since_ms), missed: timeOfDay(w.missed_ms) }))))));
}

function files(evening) {
  const day = evening.day ? `?day=${evening.day}` : "";
  return h("p", { class: "row wrap noprint", key: "files" }, [["/print", t("Page to print")], ["/export/results.csv", t("Results (CSV)")], ["/export/standings.csv", t("Standings (CSV)")], ["/export/results.json", t("Everything (JSON)")], ["/export/bgstats.json", t("Plays for BG Stats (JSON)")]].map(([path, text]) => h("a", { class: "button small", key: path, href: path + day }, text)));
}

run(page);
