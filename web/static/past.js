// The past: every event in words, by round; undo; and the correction of a roll with its photograph.

import { h } from "./dom.js";
import { me, mayAct, post, t, timeOfDay } from "./base.js";
import { glyph, sign } from "./looks.js";
import { correct } from "./correct.js";
import { show } from "./dialog.js";
import { signed } from "./scores.js";

/** The last events, newest first, with undo for the seat on show. */
export function recent(table, seat) {
  return h("section", { class: "card log", key: "log", "aria-label": t("What happened") },
    h("div", { class: "row" }, h("h3", null, t("What happened")), undoButton(table, seat), h("a", { class: "small right", href: "/history" }, t("All"))),
    table.recent.length === 0 && h("p", { class: "soft" }, t("Nothing yet.")),
    h("ol", { class: "events" }, [...table.recent].reverse().slice(0, 6).map((entry) => line(entry, table))));
}

export function undoButton(table, seat) {
  if (seat === null || !mayAct(seat) || table.undo[seat]) return null;
  const number = table.prompts.find((p) => p.seat === seat)?.number ?? 0;
  return h("button", { class: "small", onclick: () => post("/api/undo", { seat, number: table.numbers?.[seat] ?? number }), "data-act": "undo", "aria-label": t("Undo") }, sign("undo"), h("span", { class: "word" }, t("Undo")));
}

/** One event: when, who, what it did, and what can be seen or put right. */
export function line(entry, table, before) {
  const gains = before ? table.names.map((name, seat) => [name, entry.scores[seat] - before.scores[seat]]).filter(([, gain]) => gain) : [];
  const gone = entry.undone || entry.dropped;
  return h("li", { key: entry.index, class: gone ? "gone" : "", "data-index": entry.index },
    h("time", null, timeOfDay(entry.at_ms)), glyph(entry.seat),
    h("div", null,
      h("span", { class: "said" }, entry.sentences.join(" ")),
      gains.length > 0 && !gone && h("span", { class: "gains" }, gains.map(([name, gain]) => `${name} ${signed(gain)}`).join(", ")),
      entry.undone && h("span", { class: "tagword" }, t("undone")), entry.dropped && h("span", { class: "tagword" }, t("no longer counts")),
      entry.corrected_from && h("span", { class: "note" }, t("Corrected by {who}: {why}", { who: entry.who, why: entry.why }), " ", h("s", null, entry.corrected_from)),
      entry.evidence && h("button", { class: "linkish", onclick: () => photograph(entry), "data-act": "photo" }, t("photograph")),
      before !== undefined && !gone && me().host && h("button", { class: "linkish", onclick: () => correct(entry, table), "data-act": "correct" }, t("correct"))));
}

function photograph(entry) {
  show(t("Photograph of the roll"), () => h("div", null, h("img", { class: "photo", src: `/evidence/${entry.evidence}.jpg`, alt: entry.sentences.join(" ") }), h("p", { class: "soft" }, entry.sentences.join(" "))));
}

/** The whole past, by round, newest round first. */
export function byRound(table, entries) {
  const rounds = [];
  entries.forEach((entry, i) => {
    const before = [...entries.slice(0, i)].reverse().find((e) => !e.undone && !e.dropped) || { scores: table.names.map(() => 0) };
    if (!rounds.length || rounds.at(-1).round !== entry.round) rounds.push({ round: entry.round, lines: [] });
    rounds.at(-1).lines.push([entry, before]);
  });
  return rounds.reverse().map(({ round, lines }, i) => h("section", { class: "card log", key: `${round} ${rounds.length - i}` },
    h("h2", null, round ? t("Round {n}", { n: round }) : t("Set-up")),
    h("ol", { class: "events" }, lines.reverse().map(([entry, before]) => line(entry, table, before)))));
}

