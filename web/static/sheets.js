// Draws the sheets of a game: grids, tracks, tallies and tables of words. What can be tapped is a button.

import { h } from "./dom.js";
import { t, toast } from "./base.js";
import { glyph, paint } from "./looks.js";
import { choose } from "./dialog.js";

export const FEW = 6; // so many choices are buttons at once; more are better tapped in a table

/** The words that stand on a sheet. */
function wordsOn(sheet) {
  return sheet.kind === "grid" ? sheet.cells.map((c) => c.id) : sheet.kind === "lines" ? sheet.ids : [];
}

/** Whether something on a sheet can be tapped. */
export function isInUse(sheet, taps) {
  return wordsOn(sheet).some((word) => taps.has(word));
}

/** Whether all these words are best tapped on one sheet that a seat sees at once. */
export function isDrawn(words, table, seat) {
  return table.sheets.some((sheet) => {
    if ((sheet.seat !== seat && sheet.seat !== null) || (sheet.kind === "lines" && words.length <= FEW)) return false;
    const there = new Set(wordsOn(sheet));
    return words.every((word) => there.has(word));
  });
}

/** The sheets to begin with: those where something can be tapped that none before offers, and the boards of a game without rolls. */
export function leading(table, seat, taps) {
  const offered = new Set();
  const mine = table.sheets.filter((s) => s.seat === seat && seat !== null);
  const common = table.sheets.filter((s) => s.seat === null);
  const boards = table.rolls ? [] : [common.find((s) => s.kind === "grid" && !isEmpty(s)), ...mine.filter((s) => s.kind === "grid")];
  const inUse = [...mine, ...common].filter((sheet) => {
    const fresh = wordsOn(sheet).filter((word) => taps.has(word) && !offered.has(word));
    if (sheet.kind === "lines" && fresh.length <= FEW) return false;
    fresh.forEach((word) => offered.add(word));
    return fresh.length > 0;
  });
  return [...inUse, ...boards.filter((board) => board && !inUse.includes(board))];
}

/** All sheets of one seat (or, for null, those that belong to everybody). */
export function sheets(table, seat, taps) {
  return drawSheets(table, table.sheets.filter((s) => s.seat === seat), taps);
}

/** These sheets, each as a card. */
export function drawSheets(table, chosen, taps) {
  return chosen.filter((s) => !isEmpty(s)).map((sheet, i) => h("section", { class: `card sheet sheet-${sheet.kind}${sheet.kind === "lines" && sheet.head.length > 4 ? " wide" : ""}`, key: `${sheet.kind} ${sheet.title} ${i}` },
    h("h3", null, sheet.title), drawSheet(sheet, table, taps || new Map())));
}

function isEmpty(sheet) {
  return (sheet.cells || sheet.counts || sheet.rows || sheet.steps).length === 0;
}

function drawSheet(sheet, table, taps) {
  return { grid: drawGrid, track: drawTrack, tally: drawTally, lines: drawLines }[sheet.kind](sheet, table, taps);
}

async function tap(word, taps, title) {
  const offers = taps.get(word) || [];
  if (offers.length === 1) offers[0].act();
  else if (offers.length > 1) {
    const [what, ...more] = (title || t("What do you want to do here?")).split(/(?<=\.) /);
    const which = await choose(what, offers, more.join(" "));
    if (which !== null) offers[which].act();
  } else if (title) toast(title);
}

// ------------------------------------------------------------------------------------------------ grids

function drawGrid(sheet, table, taps) {
  const hex = sheet.shape === "hex";
  const minX = Math.min(...sheet.cells.map((c) => c.x));
  const minY = Math.min(...sheet.cells.map((c) => c.y));
  const halves = Math.max(...sheet.cells.map((c) => (c.x + c.w - minX) * 2 + (hex ? c.y & 1 : 0)));
  const rows = Math.max(...sheet.cells.map((c) => c.y + c.h)) - minY;
  const size = { "--cols": halves, "--rows": rows, "--across": halves / 2 };
  return h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": sheet.title }, h("div", { class: `gridsheet ${sheet.shape}`, style: size, role: "group", "aria-label": sheet.title },
    sheet.cells.map((cell) => drawCell(cell, hex, minX, minY, table, taps))));
}

function drawCell(cell, hex, minX, minY, table, taps) {
  const look = paint(cell.color);
  const can = taps.has(cell.id);
  const x = (cell.x - minX) * 2 + 1 + (hex && (cell.y & 1) === 1 ? 1 : 0);
  const y = cell.y - minY + 1;
  const style = { "grid-column": `${x} / span ${cell.w * 2}`, "grid-row": `${y} / span ${cell.h}` };
  if (look) Object.assign(style, { "--back": look.back, "--on": look.ink });
  style["--longest"] = Math.max(4, ...cell.text.split(/[\s-]+/).map((word) => word.length));
  const label = [cell.title || [cell.text, cell.color.replace(/-/g, " ")].filter(Boolean).join(", ") || cell.id, markName(cell.mark, table)].filter(Boolean).join("; ");
  const inside = cellInside(cell);
  const className = `cell${look ? " painted" : ""}${can ? " can" : ""}${cell.text || look ? "" : " bare"}${cell.w > cell.h ? " wide" : ""}`;
  const shared = { key: cell.id, class: className, style, mark: `${cell.text}|${cell.color}|${cell.mark}|${cell.note}`, title: cell.title || undefined, "data-id": cell.id };
  if (!can && !cell.title) return h("div", { ...shared, role: "img", "aria-label": label }, inside);
  return h("button", { ...shared, "aria-label": can ? t("choose {what}", { what: label }) : label, onclick: () => tap(cell.id, taps, cell.title) }, inside);
}

const SHORT = 4; // so few signs stand beside the sign of their owner

function cellInside(cell) {
  const owners = seatsOf(cell.mark);
  const note = cell.note && h("span", { class: "cellnote" }, cell.note);
  if (owners && cell.text && [...cell.text].length <= SHORT) return [h("span", { class: "celltext owned" }, owners.map(glyph), cell.text), note];
  const isSign = cell.note && [...cell.text].length === 1;
  return [h("span", { class: `celltext${isSign ? " sign" : ""}` }, cell.text), note, cell.mark && cellMark(cell.mark)];
}

/** The pieces a mark names, each of a seat and with a sign of its own; null = it names none. */
function piecesOf(mark) {
  if (!/^seat\d:\S+( seat\d:\S+)*$/.test(mark || "")) return null;
  return mark.split(" ").map((word) => ({ seat: Number(word[4]), sign: word.slice(6) }));
}

/** The seats a mark names, from the lowest piece to the highest; null = it is no mark of a seat. */
function seatsOf(mark) {
  return /^seat\d( seat\d)*$/.test(mark || "") ? mark.match(/\d/g).map(Number) : null;
}

function cellMark(mark) {
  const pieces = piecesOf(mark);
  if (pieces) return h("span", { class: "cellpieces" }, pieces.map(({ seat, sign }, i) => h("span", { key: i }, glyph(seat), sign)));
  return h("span", { class: "cellmark" }, seatsOf(mark)?.map(glyph) ?? mark);
}

function markName(mark, table) {
  const pieces = piecesOf(mark);
  if (pieces) return pieces.map(({ seat, sign }) => `${table.names[seat]} ${sign}`).join(", ");
  return seatsOf(mark)?.map((seat) => table.names[seat]).join(", ") ?? mark;
}

// ------------------------------------------------------------------------------------------------ tracks, tallies, tables

const LONG = 24; // a longer track is a scale

function drawTrack(sheet, table) {
  if (sheet.steps.length > LONG) return drawScale(sheet, table);
  return h("ol", { class: "track scroll" }, sheet.steps.map((step, i) => {
    const here = sheet.at.filter(([, at]) => at === i).map(([who]) => who);
    return h("li", { key: i, class: here.length ? "on" : "", mark: here.join(" "), "aria-label": here.length ? `${step}: ${here.map((w) => markName(w, table)).join(", ")}` : step },
      h("span", { class: "markers" }, here.map(trackMark)), h("span", { class: "step" }, step));
  }));
}

/** A long track: markers above a line, in the right place. */
function drawScale(sheet, table) {
  const last = sheet.steps.length - 1;
  const place = (at) => ({ left: `${(100 * at) / last}%` });
  const every = last > 60 ? 20 : last > 30 ? 10 : 5;
  const at = new Map();
  for (const [who, i] of sheet.at) at.set(i, [...(at.get(i) || []), who]);
  const said = sheet.at.map(([who, i]) => `${markName(who, table)}: ${sheet.steps[i]}`).join(", ");
  return h("div", { class: "scale", role: "img", "aria-label": said },
    h("div", { class: "scalemarks" }, [...at].map(([i, whos]) => h("span", { key: `m${i}`, class: "scalemark", style: place(i), mark: whos.join(" ") }, h("span", null, whos.map(trackMark)), h("b", null, sheet.steps[i])))),
    h("div", { class: "scaleline" }, sheet.steps.map((step, i) => i % every === 0 && h("span", { key: i, class: "scaletick", style: place(i) }, step))));
}

function trackMark(who) {
  const seat = /^seat(\d)$/.exec(who);
  const look = seat ? null : paint(who);
  return seat ? glyph(Number(seat[1])) : h("span", { class: "token", style: look ? { "--back": look.back, "--on": look.ink } : {} }, who.slice(0, 3));
}

function drawTally(sheet) {
  return h("ul", { class: "tallies" }, sheet.counts.map(({ word, count, color }, i) => {
    const look = paint(color);
    return h("li", { key: `${word} ${i}`, class: count ? "" : "none", mark: String(count) },
      look && h("span", { class: "swatch", style: { "--back": look.back } }), h("span", null, word), h("b", null, String(count)));
  }));
}

function drawLines(sheet, table, taps) {
  const numeric = sheet.head.map((_, c) => sheet.rows.every((row) => /^[−+-]?\d*$/.test(row[c] ?? "")));
  return h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": sheet.title }, h("table", { class: "lines" },
    sheet.head.some(Boolean) && h("thead", null, h("tr", null, sheet.head.map((name, c) => h("th", { scope: "col", class: numeric[c] ? "num" : "" }, name)))),
    h("tbody", null, sheet.rows.map((row, i) => lineRow(row, sheet.ids[i], i, numeric, taps)))));
}

const BRIEF = 8; // so few letters stay on one line

function lineRow(row, id, i, numeric, taps) {
  const can = id !== undefined && taps.has(id);
  return h("tr", { key: id ? `${id} ${i}` : i, class: can ? "can" : "", "data-id": id, mark: row.join("|"), onclick: can ? () => tap(id, taps) : null },
    row.map((text, c) => h("td", { class: numeric[c] ? "num" : c === 0 && text.length < 14 ? "key" : text.length <= BRIEF ? "brief" : "" }, can && c === 0 ? h("button", { class: "rowbtn" }, text || t("choose")) : text)));
}
