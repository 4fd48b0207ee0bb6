// One table in detail, as the hub itself plays its journal.

import { h } from "./dom.js";
import { boot, redraw, t, timeOfDay } from "./base.js";
import { glyph } from "./looks.js";
import { breakdown, chart } from "./scores.js";
import { drawSheets, sheets } from "./sheets.js";
import { ago, changed, night, run, send, stateName, troubles } from "./hub.js";

let detail = boot.detail;
let due;
let chosen = 0; // whose boards are shown

changed((names) => {
  if (!names.includes(detail.row.name) || due) return;
  due = setTimeout(fetchAgain, 400);
});

async function fetchAgain() {
  const answer = await fetch(`/api/table/${detail.row.name}`).catch(() => null);
  due = undefined;
  if (answer?.ok) detail = await answer.json();
  redraw();
}

function page() {
  const row = night.tables.get(detail.row.name) || detail.row;
  return h("div", { class: "onetable" },
    h("p", null, h("a", { href: "/" }, "← ", t("All tables"))),
    h("div", { class: "row" }, h("h1", null, row.title), h("span", { class: `state ${row.state}` }, stateName(row))),
    h("p", { class: "what" }, row.game ? [h("b", null, row.game), row.round ? ` · ${t("round {n}", { n: row.round })}` : "", row.phase ? ` · ${row.phase}` : ""] : t("Nobody plays.")),
    troubles(row).map((text) => h("p", { class: "wrong card ask", key: text, role: "status" }, text)),
    detail.differs && h("p", { class: "wrong card ask", role: "status" }, t("The table shows other scores than its journal gives; what stands below is the journal's.")),
    row.refused && boot.you?.organiser && anew(row),
    detail.played ? game(detail.played) : h("p", { class: "card" }, t("No game of this table is known here yet.")),
    record(row));
}

function game(played) {
  return h("div", { class: "hubcols" },
    h("div", { class: "col" },
      h("p", { class: "headline card" }, played.headline),
      h("section", { class: "card", "aria-label": t("Scores") }, played.names.map((name, seat) => h("details", { key: seat },
        h("summary", { class: "scoreline" }, glyph(seat), h("span", { class: "name" }, name, played.winners.includes(seat) && h("span", { class: "won" }, " ", t("wins"))), h("b", { class: "num" }, String(played.scores[seat]).replace("-", "−"))),
        breakdown(played, seat)))),
      h("section", { class: "card" }, h("h2", null, t("Score over time")), chart(played.names, played.curve)),
      h("section", { class: "card past" }, h("h2", null, t("What happened")), h("ol", { tabindex: "0", "aria-label": t("What happened") }, [...played.past].reverse().map(line)))),
    h("div", { class: "col boards" }, shared(played, true), whose(played), sheets(played, chosen), shared(played, false)));
}

/** The sheets that belong to nobody: the boards come first, long lists last. */
function shared(played, boards) {
  return drawSheets(played, played.sheets.filter((sheet) => sheet.seat === null && (sheet.kind === "grid") === boards));
}

function whose(played) {
  if (!played.sheets.some((sheet) => sheet.seat !== null) || played.names.length < 2) return null;
  return h("div", { class: "tabs whose", role: "tablist", "aria-label": t("Whose boards") }, played.names.map((name, seat) =>
    h("button", { key: seat, role: "tab", "aria-selected": String(seat === chosen), onclick: () => choose(seat) }, glyph(seat), name)));
}

function choose(seat) {
  chosen = seat;
  redraw();
}

function line(entry) {
  return h("li", { key: entry.index, class: entry.undone || entry.dropped ? "undone" : "" },
    h("time", null, timeOfDay(entry.at_ms)), h("span", null, entry.sentences.join(" "), entry.undone && ` (${t("undone")})`, entry.corrected_from && ` (${t("Corrected by {who}: {why}", { who: entry.who, why: entry.why })})`));
}

function anew(row) {
  return h("div", { class: "card ask" },
    h("p", null, t("If its memory card was replaced, or you know why its journal changed, let it begin a new one. What was kept so far stays, but no longer counts.")),
    h("button", { class: "small", "data-act": "anew", onclick: () => confirm(t("Let {table} begin a new journal?", { table: row.title })) && send(`/api/table/${row.name}/anew`) }, t("Begin a new journal")));
}

function record(row) {
  return h("section", { class: "card record" },
    h("h2", null, t("Record")),
    h("dl", null,
      item(t("Entries kept here"), String(row.entries)),
      item(t("Signed and checked up to"), row.signed ? t("entry {n}", { n: row.signed }) : t("nothing yet")),
      item(t("Fingerprint of its key"), detail.fingerprint || "–"),
      item(t("Journal"), detail.generation > 1 ? t("number {n} of this table", { n: detail.generation }) : t("the first of this table")),
      item(t("Last heard"), ago(row.heard_ms) || "–")),
    h("p", { class: "row wrap noprint" },
      row.signed > 0 && h("a", { class: "button small", href: `/export/${row.name}/checkpoint.txt` }, t("Checkpoint")),
      h("a", { class: "button small", href: `/export/${row.name}/journal.jsonl` }, t("Journal as a file")),
      h("a", { class: "button small", href: `/overlay/${row.name}` }, t("Overlay for a stream"))));
}

function item(name, text) {
  return h("div", { key: name }, h("dt", null, name), h("dd", null, text));
}

run(page);
