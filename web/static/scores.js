// Scores with their reasons, thinking time, and the score over time as a chart.

import { h } from "./dom.js";
import { known, minutes, nowMs, post, prefs, redraw, t, me } from "./base.js";
import { GLYPHS, glyph, sign } from "./looks.js";

const opened = new Set();

/** One line for each seat; a tap shows where the points come from. */
export function scores(table, current, big) {
  const deltas = lastGains(table);
  return h("section", { class: "card scores", key: "scores", "aria-label": t("Scores") },
    table.names.map((name, seat) => h("div", { key: seat, class: `scorebox${table.turn === seat ? " turn" : ""}` },
      h("button", { class: `score${seat === current ? " mine" : ""}`, onclick: () => toggle(seat), "aria-expanded": opened.has(seat) ? "true" : "false", disabled: big || !hasLines(table, seat) },
        glyph(seat), h("span", { class: "name" }, name, table.winners.includes(seat) && h("span", { class: "won" }, " ", t("wins")), deltas[seat] && h("span", { class: "delta", key: "delta" }, signed(deltas[seat].gain), deltas[seat].why && h("small", null, " ", deltas[seat].why))),
        prefs.get("timer", true) && h("span", { class: "clock", "data-seat": seat }, minutes(timeOf(table, seat))),
        h("b", { mark: String(table.scores[seat]) }, String(table.scores[seat]).replace("-", "−"))),
      !big && opened.has(seat) && breakdown(table, seat))));
}

function toggle(seat) {
  if (opened.has(seat)) opened.delete(seat);
  else opened.add(seat);
  redraw();
}

const hasLines = (table, seat) => (table.breakdown[seat] || []).length > 0;

export function signed(n) {
  return n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0";
}

/** What the last event brought each seat, and for what where the game counts line by line. */
function lastGains(table) {
  const [before, last] = table.recent.filter((e) => !e.undone && !e.dropped).slice(-2);
  if (!last) return {};
  const gains = {};
  last.scores.forEach((score, seat) => {
    const gain = score - before.scores[seat];
    const line = (table.breakdown[seat] || []).at(-1);
    if (gain) gains[seat] = { gain, why: line?.points === gain ? line.text : "" };
  });
  return gains;
}

/** Every line of a seat's total, the same sources added up. */
export function breakdown(table, seat) {
  const lines = table.breakdown[seat] || [];
  return h("table", { class: "breakdown" },
    h("tbody", null, lines.map((line, i) => h("tr", { key: i }, h("td", null, line.text, line.rule && h("span", { class: "rule" }, line.rule)), h("td", { class: "num" }, signed(line.points)))),
      h("tr", { class: "sum", key: "sum" }, h("th", { scope: "row" }, t("Total")), h("td", { class: "num" }, String(table.scores[seat])))));
}

// ------------------------------------------------------------------------------------------------ time

/** Milliseconds a seat has taken in all, running now if it is its turn. */
export function timeOf(table, seat) {
  const total = table.clock.totals_ms[seat] || 0;
  return table.turn === seat && !table.over ? total + running(table) : total;
}

/** Milliseconds since the last event, pauses taken out. */
export function running(table) {
  return table.clock.since_ms === null ? table.clock.stopped_ms : Math.max(0, nowMs() - table.clock.since_ms);
}

/** Let the clocks on the page run without drawing it anew. */
export function tick() {
  const table = known.state.table;
  if (!table) return;
  for (const node of document.querySelectorAll(".clock[data-seat]")) show(node, minutes(timeOf(table, Number(node.dataset.seat))));
  for (const node of document.querySelectorAll(".clock[data-running]")) show(node, minutes(running(table)));
}

function show(node, text) {
  const inside = node.firstChild;
  if (inside && inside.data !== text) inside.data = text;
}

export function pauseButton(table) {
  const paused = table.clock.since_ms === null;
  if (table.over || !(me().host || me().seats.length)) return null;
  return h("button", { class: "icon", onclick: () => post("/api/pause", { on: !paused }), "aria-label": paused ? t("Go on") : t("Pause the clock"), "aria-pressed": paused ? "true" : "false", "data-act": "pause" }, sign(paused ? "go" : "pause"));
}

// ------------------------------------------------------------------------------------------------ chart

/** The score pad: what each round brought each seat, and where it stood afterwards. */
export function roundTable(table, entries) {
  const rounds = [];
  for (const entry of entries.filter((e) => !e.undone && !e.dropped && e.round)) {
    if (rounds.at(-1)?.round !== entry.round) rounds.push({ round: entry.round });
    rounds.at(-1).scores = entry.scores;
  }
  if (rounds.length < 2) return null;
  const before = (i, seat) => (i ? rounds[i - 1].scores[seat] : 0);
  return h("section", { class: "card sheet-lines", key: "rounds" }, h("h2", null, t("Round by round")),
    h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": t("Round by round") }, h("table", { class: "lines pad" },
      h("thead", null, h("tr", null, h("th", { scope: "col" }, t("Round")), table.names.map((name, seat) => h("th", { scope: "col", class: "num", key: seat }, glyph(seat), " ", name)))),
      h("tbody", null, rounds.map(({ round, scores }, i) => h("tr", { key: round }, h("th", { scope: "row" }, String(round)),
        scores.map((score, seat) => h("td", { class: "num", key: seat }, h("span", { class: "soft" }, signed(score - before(i, seat))), " ", h("b", null, String(score).replace("-", "−"))))))))));
}

/** Score over time: one line for each seat, told apart by colour, shape and name. */
export function chart(names, entries) {
  const kept = entries.filter((e) => !e.undone && !e.dropped);
  if (kept.length < 2) return null;
  const steps = thin(kept, 160);
  const all = steps.flatMap((e) => e.scores);
  const low = Math.min(0, ...all), high = Math.max(5, ...all);
  const narrow = window.innerWidth < 600;
  const W = narrow ? 350 : 640, H = narrow ? 200 : 260, left = 30, right = 88, top = 14, bottom = 24;
  const x = (i) => left + ((W - left - right) * i) / (steps.length - 1);
  const y = (s) => top + (H - top - bottom) * (1 - (s - low) / (high - low));
  const ends = spread(names.map((_, seat) => y(steps.at(-1).scores[seat])), 17, top, H - bottom);
  const label = names.map((name, seat) => `${name} ${steps.at(-1).scores[seat]}`).join(", ");
  return h("svg", { class: "chart", viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": t("Score over time: {what}", { what: label }) },
    ticks(low, high).map((s) => h("g", { key: `t${s}` }, h("line", { class: "gridline", x1: left, x2: W - right, y1: y(s), y2: y(s) }), h("text", { x: left - 8, y: y(s) + 4, "text-anchor": "end" }, String(s)))),
    rounds(steps).map(([i, round]) => h("text", { key: `r${i}`, class: "roundno", x: x(i), y: H - 6, "text-anchor": "middle" }, String(round))),
    names.map((name, seat) => h("g", { key: `s${seat}`, class: `line seat${seat % 6}` },
      h("polyline", { points: steps.map((e, i) => `${x(i).toFixed(1)},${y(e.scores[seat]).toFixed(1)}`).join(" ") }),
      h("text", { x: W - right + 8, y: ends[seat] + 4 }, `${GLYPHS[seat % 6]} ${name.slice(0, 9)}`))));
}

function thin(list, most) {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, i) => list[Math.round((i * (list.length - 1)) / (most - 1))]);
}

function ticks(low, high) {
  const step = [1, 2, 5, 10, 20, 25, 50, 100, 200].find((s) => (high - low) / s <= 5) || 500;
  const found = [];
  for (let s = Math.ceil(low / step) * step; s <= high; s += step) found.push(s);
  return found;
}

function rounds(steps) {
  const found = [];
  let last = 0;
  steps.forEach((e, i) => {
    if (e.round && e.round !== last) found.push([i, e.round]);
    last = e.round;
  });
  const every = Math.ceil(found.length / 12);
  return found.filter((_, i) => i % every === 0);
}

/** Positions moved apart so that names do not cover one another. */
function spread(ys, gap, top, bottom) {
  const order = ys.map((y, i) => [y, i]).sort((a, b) => a[0] - b[0]);
  for (let k = 1; k < order.length; k++) order[k][0] = Math.max(order[k][0], order[k - 1][0] + gap);
  const over = order.length ? Math.max(0, order.at(-1)[0] - bottom) : 0;
  const out = [];
  for (const [y, i] of order) out[i] = Math.max(top, y - over);
  return out;
}
