// The score sheet: every line of every total, the score over time, to print, share or hand to other programs.

import { h } from "./dom.js";
import { boot, known, minutes, t, toast } from "./base.js";
import { menu, run } from "./chrome.js";
import { glyph } from "./looks.js";
import { breakdown, chart, roundTable, timeOf } from "./scores.js";
import { drawSheets } from "./sheets.js";

function page() {
  const table = known.state.table;
  if (!table) return h("p", { class: "card" }, t("No game is running."));
  const order = table.names.map((_, seat) => seat).sort((a, b) => table.scores[b] - table.scores[a]);
  const date = new Date((boot.history?.[0]?.at_ms) || Date.now()).toLocaleDateString(boot.lang, { dateStyle: "long" });
  return h("div", { class: "finalpage" },
    h("header", { class: "who noprint" }, h("a", { class: "button icon", href: "/", "aria-label": t("Back to the game") }, "←"), h("b", null, t("Score sheet")), h("span", { class: "right" }), menu()),
    h("section", { class: "card podium" }, h("p", { class: "soft" }, `${table.title} · ${date}`), h("h1", null, table.over ? winners(table) : t("So far")),
      h("ol", null, order.map((seat, i) => h("li", { key: seat, class: table.winners.includes(seat) ? "first" : "" }, h("span", { class: "place" }, `${rank(table, seat)}.`), glyph(seat), h("b", null, table.names[seat]), h("span", { class: "soft nums" }, minutes(timeOf(table, seat))), h("strong", null, String(table.scores[seat])))))),
    h("section", { class: "card", key: "chart" }, h("h2", null, t("Score over time")), chart(table.names, boot.history || [])),
    roundTable(table, boot.history || []),
    h("div", { class: "totals" }, order.map((seat) => h("section", { class: "card", key: seat }, h("h2", null, glyph(seat), " ", table.names[seat]), breakdown(table, seat), grids(table, seat)))),
    grids(table, null),
    h("div", { class: "btns noprint" }, h("button", { class: "go", onclick: () => print(), "data-act": "print" }, t("Print")), h("button", { onclick: share }, t("Share")),
      h("a", { class: "button", href: boot.bgstats, "data-act": "bgstats" }, h("span", null, "BG Stats"), h("small", null, t("opens the app on this phone"))),
      h("a", { class: "button", href: "/export.csv", download: true }, "CSV"), h("a", { class: "button", href: "/export.json", download: true }, "JSON")));
}

/** The maps and districts as they were left: a player's own, or (for null) everybody's. */
const grids = (table, seat) => drawSheets(table, table.sheets.filter((sheet) => sheet.kind === "grid" && sheet.seat === seat));

const rank = (table, seat) => 1 + table.scores.filter((s) => s > table.scores[seat]).length;

function winners(table) {
  const names = table.winners.map((seat) => table.names[seat]);
  return names.length === 1 ? t("{name} wins", { name: names[0] }) : t("{names} share the victory", { names: names.join(", ") });
}

async function share() {
  const table = known.state.table;
  const text = [table.title, ...table.names.map((name, seat) => `${name}: ${table.scores[seat]}${table.winners.includes(seat) ? " ★" : ""}`)].join("\n");
  try {
    if (navigator.share) return await navigator.share({ text });
    await navigator.clipboard.writeText(text);
    toast(t("Copied."));
  } catch {
    toast(text);
  }
}

run(page);
