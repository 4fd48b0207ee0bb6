// The past: every event in words, by round; undo; and the correction of a roll with its photograph.

import { h } from "./dom.js";
import { me, mayAct, post, t, timeOfDay, toast } from "./base.js";
import { glyph, sign } from "./looks.js";
import { facePicker, rowsOfEvent } from "./roll.js";
import { hide, refresh, show } from "./dialog.js";
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
  return h("button", { class: "small", onclick: () => post("/api/undo", { seat, number: table.numbers?.[seat] ?? number }), "data-act": "undo" }, sign("undo"), t("Undo"));
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
      before !== undefined && entry.roll && !gone && me().host && h("button", { class: "linkish", onclick: () => correct(entry, table), "data-act": "correct" }, t("correct"))));
}

function photograph(entry) {
  show(t("Photograph of the roll"), () => h("div", null, h("img", { class: "photo", src: `/evidence/${entry.evidence}.jpg`, alt: entry.sentences.join(" ") }), h("p", { class: "soft" }, entry.sentences.join(" "))));
}

/** Change a piece of an earlier roll, see what follows from it, and confirm. */
function correct(entry, table) {
  const [seat, verb, ...words] = entry.event.split(" ");
  const rows = rowsOfEvent(words);
  const chosen = [...words];
  let change = null;
  let why = "";
  const text = () => [seat, verb, ...chosen].join(" ");
  const pick = async (i, word) => {
    chosen[rows[i].at] = word;
    change = null;
    refresh();
    if (text() === entry.event) return;
    const answer = await post("/api/preview", { index: entry.index, event: text() });
    if (answer && text() === [seat, verb, ...chosen].join(" ")) change = answer;
    refresh();
  };
  const confirm = async () => {
    if (await post("/api/correct", { index: entry.index, event: text(), why })) {
      hide();
      toast(t("Corrected."));
    }
  };
  const reasons = [t("the camera misread it"), t("typed wrongly"), t("a piece was moved")];
  show(t("Correct this roll"), () => h("div", { class: "correct" },
    entry.evidence && h("img", { class: "photo", src: `/evidence/${entry.evidence}.jpg`, alt: t("Photograph of the roll") }),
    facePicker(rows, rows.map((row) => chosen[row.at]), pick),
    change && consequences(change, table),
    change && h("div", { class: "whyrow" },
      h("p", { class: "ask" }, t("Why? Everybody can read it in the history.")),
      h("div", { class: "choices" }, reasons.map((reason) => h("button", { key: reason, type: "button", "aria-pressed": why === reason ? "true" : "false", onclick: () => { why = reason; refresh(); } }, reason))),
      h("input", { value: why, maxlength: 200, "aria-label": t("Why"), placeholder: t("or in your own words"), oninput: (e) => { why = e.target.value; refresh(); } })),
    h("button", { class: "go wide", disabled: !change || !why.trim(), onclick: confirm, "data-act": "confirm" }, change ? t("Correct it") : t("Tap what the piece really showed"))));
}

function consequences(change, table) {
  const moved = table.names.map((name, seat) => [name, seat, change.scores_before[seat], change.scores_after[seat]]);
  return h("div", { class: "consequences", role: "status" },
    h("h3", null, t("What this changes")),
    h("table", { class: "lines" }, h("tbody", null, moved.map(([name, seat, was, now]) => h("tr", { key: seat, class: was === now ? "same" : "" },
      h("td", null, glyph(seat), " ", name), h("td", { class: "num" }, String(was)), h("td", { class: "num" }, was === now ? "=" : `→ ${now}`))))),
    change.sentences.map((s) => h("p", { key: s }, s)),
    change.dropped.length > 0 && h("div", { class: "dropped" }, h("p", { class: "ask" }, t("These later events would no longer fit and would not count:")),
      h("ul", null, change.dropped.map((e) => h("li", { key: e.index }, e.sentences.join(" "))))));
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

