// The tray, live: moving picture, every piece outlined with its reading; a doubtful one is settled by tapping it.

import { h } from "./dom.js";
import { boot, known, me, post, prefs, redraw, t } from "./base.js";
import { colorName, faceName, pieceIcon, sign } from "./looks.js";

const FACES = { d6: ["1", "2", "3", "4", "5", "6", "cocked"], meeple: ["hard", "steady", "exhausted", "cocked"] };

let asking = null; // index of the piece being settled
let stream = 0; // changes to open the stream anew
let retry;

const maySettle = () => me().host || me().seats.length > 0;

function stateName(state) {
  const names = { empty: t("Tray is empty"), moving: t("Rolling …"), hand: t("A hand is in the tray"), settling: t("Coming to rest …"), settled: t("At rest"), "no camera": t("No camera picture") };
  return names[state] ?? state;
}

let wanted = false; // somebody wants the picture although nothing is to be seen in it

/** Whether the tray matters now: something lies or moves in it, or something is to be laid there. */
function matters(live) {
  return !["empty", "no camera"].includes(live.state) || (known.state.table?.prompts || []).some((p) => p.tray.length && !p.reason);
}

function folded(live) {
  const open = () => {
    wanted = true;
    redraw();
  };
  return h("section", { class: "card row foldedtray", key: "tray", "aria-label": t("The tray") }, sign("camera"), h("span", { class: "soft" }, stateName(live.state)), h("button", { class: "small right", onclick: open }, t("Show the tray")));
}

/** The camera picture with the reading on it. */
export function tray(big) {
  const live = known.live;
  if (!live || known.state.table?.rolls === false) return null; // nothing is rolled in this game
  if (!wanted && !matters(live)) return big ? null : folded(live);
  const [w, ht] = live.frame_px[0] ? live.frame_px : [1280, 720];
  const doubtful = live.pieces.some((p) => p.doubtful);
  if (asking !== null && (asking >= live.pieces.length || live.state !== "settled")) asking = null;
  return h("section", { class: `card tray ${doubtful ? "ask" : ""}`, key: "tray", "aria-label": t("The tray") },
    h("div", { class: "cam", style: { "aspect-ratio": `${w} / ${ht}` } },
      h("div", { class: "zoom", key: "zoom", style: zoom(live, w, ht) }, picture(live), live.pieces.map((piece, i) => outline(piece, i, w, ht))),
      h("span", { class: `camstate ${live.state.replace(" ", "-")}` }, stateName(live.state))),
    h("div", { class: "traysay" },
      !big && !live.pieces.length && awaited(),
      !big && live.pieces.length > 0 && h("ul", { class: "chips" }, live.pieces.map((piece, i) => h("li", { key: i }, chip(piece, i)))),
      !big && asking !== null && settle(live.pieces[asking], asking),
      live.unclear && h("div", { class: "unclear", role: "status" }, h("p", null, live.unclear), live.doubts.filter((d) => !live.unclear.includes(d)).map((d) => h("p", { class: "soft" }, d)),
        !big && maySettle() && h("div", { class: "row" },
          h("button", { class: "small", onclick: () => post("/api/recheck"), "data-act": "recheck" }, sign("again"), t("Read again")),
          live.proposal && h("button", { class: "small", onclick: () => post("/api/accept"), "data-act": "proposal" }, sign("check"), t("It is as read"))))));
}

/** Beside the picture on a wide screen: what is to be thrown next. */
function awaited() {
  const table = known.state.table;
  const rolls = (table?.prompts || []).filter((p) => p.roll && !p.reason);
  return h("div", { class: "traynote" }, h("h3", null, t("The tray")),
    rolls.length === 0 && h("p", { class: "soft" }, t("Nothing is to be thrown now.")),
    rolls.map((p) => h("div", { key: `${p.seat} ${p.label}` }, h("p", null, table.names[p.seat], ": ", p.label),
      h("div", { class: "pieces", "aria-hidden": "true" }, p.tray.filter((item) => !item.face).map((item) => pieceIcon(item.kind, item.kind === "meeple" ? "hard" : "", item.color))))));
}

/** Come closer to what lies in the tray, so that a small screen shows it well. */
function zoom(live, w, ht) {
  const boxes = live.state === "settled" && !known.state.drawn && prefs.get("zoom", true) ? live.pieces.filter((p) => p.inside).map((p) => p.box).filter(([, , bw, bh]) => bw && bh) : [];
  if (!boxes.length) return { width: "100%", left: "0%", top: "0%" };
  const left = Math.min(...boxes.map((b) => b[0])), right = Math.max(...boxes.map((b) => b[0] + b[2]));
  const top = Math.min(...boxes.map((b) => b[1])), bottom = Math.max(...boxes.map((b) => b[1] + b[3]));
  const pad = 0.07 * w;
  const times = Math.max(1, Math.min(2.6, w / (right - left + 2 * pad), ht / (bottom - top + 2 * pad)));
  const shift = (middle, size) => Math.max(0, Math.min(size - size / times, middle - size / (2 * times))) / size;
  return { width: `${100 * times}%`, left: `${-100 * times * shift((left + right) / 2, w)}%`, top: `${-100 * times * shift((top + bottom) / 2, ht)}%` };
}

function picture(live) {
  if (live.state === "no camera") return h("div", { class: "nocam", key: "none" }, t("No camera picture. Rolls can be typed in."));
  if (document.hidden) return h("div", { class: "nocam", key: "none" });
  return h("img", { key: "img", class: "camimg", alt: alt(live), src: `/camera.mjpeg?${boot.page}${stream}`, onerror: again });
}

function again() {
  clearTimeout(retry);
  retry = setTimeout(() => {
    stream += 1;
    redraw();
  }, 2000);
}

/** Open the picture anew, after a break of the connection. */
export function reopen() {
  stream += 1;
  redraw();
}

function alt(live) {
  if (!live.pieces.length) return stateName(live.state);
  return t("In the tray: {what}", { what: live.pieces.map(reading).join("; ") });
}

function reading(piece) {
  return [colorName(piece.color), faceName(piece.face), !piece.inside && t("outside the tray"), piece.doubtful && t("not sure")].filter(Boolean).join(" ");
}

/** Whether another piece lies where the word above this one would stand. */
function isCrowded(piece) {
  const [x, y, w] = piece.box;
  const room = 0.35 * w;
  return known.live.pieces.some((other) => {
    const [ox, oy, ow, oh] = other.box;
    return other !== piece && oy < y && oy + oh > y - room && ox < x + w && ox + ow > x;
  });
}

function outline(piece, i, w, ht) {
  const [x, y, bw, bh] = piece.box;
  if (!bw || !bh) return null;
  const style = { left: `${(100 * x) / w}%`, top: `${(100 * y) / ht}%`, width: `${(100 * bw) / w}%`, height: `${(100 * bh) / ht}%` };
  const className = `outline${piece.doubtful ? " doubt" : ""}${asking === i ? " on" : ""}${known.state.drawn ? " bare" : ""}`;
  const tag = !known.state.drawn && h("span", { class: isCrowded(piece) ? "tag under" : "tag" }, piece.doubtful ? `${faceName(piece.face)}?` : faceName(piece.face));
  if (!maySettle()) return h("div", { key: `o${i}`, class: className, style, "aria-hidden": "true" }, tag);
  return h("button", { key: `o${i}`, class: className, style, "aria-label": reading(piece), onclick: () => ask(i) }, tag);
}

function chip(piece, i) {
  const inside = [pieceIcon(piece.kind, piece.face, piece.color), piece.kind === "d6" && /\d/.test(piece.face) ? h("span", { class: "vh" }, piece.face) : h("span", null, faceName(piece.face) + (piece.doubtful ? "?" : "")), !piece.inside && h("span", { class: "soft" }, t("outside the tray"))];
  if (!maySettle()) return h("span", { class: `chip${piece.doubtful ? " ask" : ""}`, title: reading(piece) }, inside);
  return h("button", { class: `chip${piece.doubtful ? " ask" : ""}${asking === i ? " on" : ""}`, title: reading(piece), "data-piece": i, onclick: () => ask(i) }, inside, piece.doubtful && h("b", null, t("tap to say")));
}

function ask(i) {
  asking = asking === i ? null : i;
  redraw();
}

function settle(piece, i) {
  const answer = async (face) => {
    asking = null;
    redraw();
    await post("/api/answer", { piece: i, face, color: piece.color });
  };
  return h("div", { class: "settle", role: "group", "aria-label": t("What does this piece show?") },
    h("p", { class: "ask" }, t("What does this piece show?"), " ", h("span", { class: "soft" }, colorName(piece.color))),
    h("div", { class: "facebtns" }, (FACES[piece.kind] || FACES.meeple).map((face) =>
      h("button", { key: face, onclick: () => answer(face), "data-face": face, "aria-label": faceName(face) }, pieceIcon(piece.kind, face, piece.color), piece.kind === "d6" && /\d/.test(face) ? null : h("small", null, faceName(face))))));
}
