// The page of the past: score over time, then every event by round.

import { h } from "./dom.js";
import { get, heard, known, redraw, t } from "./base.js";
import { menu, run } from "./chrome.js";
import { byRound, undoButton } from "./past.js";
import { chart, roundTable } from "./scores.js";
import { me } from "./base.js";

let entries = null;
let loading = false;

async function load() {
  if (loading) return;
  loading = true;
  entries = (await get("/api/history")) ?? entries ?? [];
  loading = false;
  redraw();
}

heard((part, now, before) => {
  if (part === "state" && (now.table?.id !== before?.table?.id || JSON.stringify(now.table?.recent) !== JSON.stringify(before?.table?.recent))) load();
});

function page() {
  const table = known.state.table;
  const undoer = table ? table.names.findIndex((_, seat) => !table.undo[seat] && (me().host || me().seats.includes(seat))) : -1;
  return h("div", { class: "historypage" },
    h("header", { class: "who" }, h("a", { class: "button icon", href: "/", "aria-label": t("Back to the game") }, "←"), h("b", null, t("History")), h("span", { class: "soft title" }, table ? table.title : ""), h("span", { class: "right" }), table && undoer >= 0 && undoButton(table, undoer), menu()),
    !table && h("p", { class: "card" }, t("No game is running.")),
    table && entries && h("section", { class: "card", key: "chart" }, h("h2", null, t("Score over time")), chart(table.names, entries) || h("p", { class: "soft" }, t("Nothing yet."))),
    table && entries && roundTable(table, entries),
    table && entries && byRound(table, entries),
    table && h("section", { class: "card row exports", key: "exports" }, h("a", { class: "button small", href: "/export.csv", download: true }, "CSV"), h("a", { class: "button small", href: "/export.json", download: true }, "JSON"), h("a", { class: "button small", href: "/final" }, t("Score sheet"))));
}

load();
run(page);
