// How things look: a shape and a colour for each seat, paints for colour words, and small pictures of the pieces.

import { h } from "./dom.js";
import { t } from "./base.js";

const PAINTS = {
  brown: "#8a4a22", "navy gray": "#44556e", "navy": "#34507a", clear: "#d4e6ec", blue: "#2f62d0", purple: "#7440a6", yellow: "#e8b71a",
  green: "#2f8a4c", magenta: "#c22a80", pink: "#e79bb9", orange: "#e17d22", red: "#c23b2c", white: "#f4f1ea", black: "#24272b",
  gray: "#8b9196", grey: "#8b9196", gold: "#c69a24", silver: "#b4bcc2", teal: "#218482", turquoise: "#23a3a0", cyan: "#3fb3d0", lime: "#8fbf30",
  beige: "#d9c7a3", tan: "#cfb284", natural: "#dcb987", wood: "#a8703c", water: "#2f6c94", land: "#b9c58e", park: "#7fb069", road: "#8d8a84",
  stone: "#9b968c", concrete: "#8a929b", glass: "#cfe5ec", steel: "#5d7fa3", sky: "#8cc4e6", snow: "#eef4f7", ice: "#bfe0ee", sand: "#e3cf9f", rust: "#a8502c", violet: "#8a5fc0",
};
export const GLYPHS = ["●", "▲", "■", "◆", "✚", "★"];
const SEATS = 6;

/** The shape and colour that stand for a seat. */
export function glyph(seat) {
  return h("span", { class: `glyph seat${seat % SEATS}`, "aria-hidden": "true" }, GLYPHS[seat % GLYPHS.length]);
}

/** The paint for a colour word: {background, ink}, or null for none. */
export function paint(word) {
  if (!word) return null;
  const seat = /^seat(\d)$/.exec(word);
  if (seat) return { back: `var(--seat${seat[1] % SEATS}-fill)`, ink: `var(--seat${seat[1] % SEATS}-ink)` };
  const hex = PAINTS[word.replace(/-/g, " ")] || PAINTS[word.split(/[- ]/).pop()];
  return hex ? { back: hex, ink: light(hex) ? "#14110e" : "#ffffff" } : null;
}

function light(hex) {
  const [r, g, b] = [1, 3, 5].map((i) => {
    const c = parseInt(hex.slice(i, i + 2), 16) / 255;
    return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.1925;
}

const BODY = "M12 2.6c1.9 0 3.3 1.4 3.3 3.2 0 .9-.3 1.600-.8 2.200 3.300.6 6.900 2.200 6.900 4 0 1.500-2.800 1.900-5 1.900.4 2.500 2.900 4.600 2.900 6.500 0 .7-.5 1-1.200 1h-4.300L12 17.800l-1.800 3.600H5.900c-.7 0-1.200-.3-1.200-1 0-1.900 2.500-4 2.900-6.500-2.200 0-5-.4-5-1.900 0-1.800 3.600-3.400 6.900-4a3.300 3.300 0 0 1-.8-2.200c0-1.800 1.400-3.200 3.300-3.200Z";
const PIPS = { 1: [[12, 12]], 2: [[8, 8], [16, 16]], 3: [[7.5, 7.5], [12, 12], [16.5, 16.5]], 4: [[8, 8], [16, 8], [8, 16], [16, 16]], 5: [[7.500, 7.5], [16.5, 7.5], [12, 12], [7.5, 16.5], [16.5, 16.5]], 6: [[8, 7], [16, 7], [8, 12], [16, 12], [8, 17], [16, 17]] };

/** A small picture of a piece as it lies. */
export function pieceIcon(kind, face, color) {
  const fill = paint(color)?.back || "var(--piece)";
  if (kind === "d6") return die(face, color ? fill : "var(--die)", color ? paint(color)?.ink || "#fff" : "var(--die-ink)");
  const turn = { steady: "rotate(90 12 12)", cocked: "rotate(38 12 12)", outside: "rotate(38 12 12)" }[face];
  const flat = face === "exhausted" || face === "outside"; // drawn as an outline
  return h("svg", { class: `ico${flat ? " flat" : ""}`, viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("path", { d: BODY, transform: turn, fill: flat ? "none" : fill, stroke: flat ? fill : "var(--edge)", "stroke-width": flat ? 2.4 : 0.8, "stroke-dasharray": face === "cocked" || face === "outside" ? "2 1.6" : undefined }),
    face === "exhausted" && h("path", { d: "M4 23h16", stroke: fill, "stroke-width": 1.8, "stroke-linecap": "round" }));
}

function die(face, fill, ink) {
  const pips = PIPS[face] || [];
  return h("svg", { class: "ico", viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("rect", { x: 2.5, y: 2.5, width: 19, height: 19, rx: 4.500, fill, stroke: "var(--edge)", transform: face === "cocked" ? "rotate(20 12 12)" : undefined }),
    pips.map(([x, y]) => h("circle", { cx: x, cy: y, r: 2, fill: ink })));
}

export function faceName(face) {
  const names = { hard: t("hard"), steady: t("steady"), exhausted: t("exhausted"), cocked: t("cocked"), outside: t("outside"), "": t("unknown") };
  return names[face] ?? face;
}

export function colorName(color) {
  const names = { brown: t("brown"), "navy gray": t("navy gray"), clear: t("clear"), blue: t("blue"), purple: t("purple"), yellow: t("yellow"), green: t("green"), magenta: t("magenta"), pink: t("pink"), orange: t("orange"), red: t("red"), white: t("white"), black: t("black"), gray: t("gray") };
  const plain = (color || "").replace(/-/g, " ");
  return names[plain] ?? plain;
}

/** A simple line drawing for buttons. */
export function sign(name) {
  const paths = {
    menu: "M4 7h16M4 12h16M4 17h16", back: "M15 5l-7 7 7 7", undo: "M9 7L4 12l5 5M4 12h10a5 5 0 0 1 0 10h-3", check: "M5 12.500l4.500 4.500L19 7.500",
    close: "M6 6l12 12M18 6L6 18", clock: "M12 7v5l3 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18", pause: "M8 5v14M16 5v14", go: "M8 5l11 7-11 7z", camera: "M4 8h4l2-3h4l2 3h4v11H4zM12 10a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7", pen: "M4 20l1-5L16 4l4 4L9 19z", plus: "M12 5v14M5 12h14", minus: "M5 12h14",
    again: "M20 11a8 8 0 1 0-2 6M20 5v6h-6", people: "M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7M2.500 20c.5-4 3-6 6.500-6s6 2 6.500 6M16 4.500a3.500 3.500 0 0 1 0 6.500M18 14.500c2 .8 3.200 2.600 3.500 5.500", dice: "M4 4h16v16H4zM8.500 8.500v.01M15.500 15.500v.01M12 12v.01",
  };
  return h("svg", { class: "sign", viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: paths[name] }));
}
