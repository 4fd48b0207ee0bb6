// One table's scores on a clear ground: a browser source in a streaming program lays it over the camera's picture.

import { h, draw } from "./dom.js";
import { boot, drawn, t } from "./base.js";
import { glyph } from "./looks.js";
import { listen, night } from "./hub.js";

function page() {
  const row = night.tables.get(boot.table);
  if (!row || !row.names.length) return null;
  return h("div", { class: "strip" },
    h("div", { class: "stripseats" }, row.names.map((name, seat) => h("div", { key: seat, class: `stripseat${row.turn === seat && !row.over ? " turn" : ""}` }, glyph(seat), h("span", { class: "name" }, name, row.winners.includes(seat) && " ★"), h("b", { class: "num", mark: String(row.scores[seat]) }, String(row.scores[seat] ?? "").replace("-", "−"))))),
    h("p", { class: "stripline" }, h("b", null, row.game), row.round ? ` · ${t("round {n}", { n: row.round })}` : "", " · ", row.over ? t("The game is over.") : row.headline));
}

drawn(() => draw(document.getElementById("main"), page()));
listen();
